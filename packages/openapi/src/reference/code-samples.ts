import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient';
import { goNative } from '@scalar/snippetz/plugins/go/native';
import { javaOkhttp } from '@scalar/snippetz/plugins/java/okhttp';
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch';
import { phpGuzzle } from '@scalar/snippetz/plugins/php/guzzle';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import type { CodeSample } from './operation-reference.ts';

/** `needsWholeUrl`: the library leaves out a query that is given apart. */
const LANGUAGES: {
  title: string;
  syntax: string;
  plugin: Pick<typeof shellCurl, 'generate'>;
  needsWholeUrl?: true;
}[] = [
  { title: 'cURL', syntax: 'bash', plugin: shellCurl },
  { title: 'JavaScript', syntax: 'javascript', plugin: jsFetch },
  { title: 'Python', syntax: 'python', plugin: pythonRequests },
  { title: 'Go', syntax: 'go', plugin: goNative, needsWholeUrl: true },
  { title: 'Java', syntax: 'java', plugin: javaOkhttp, needsWholeUrl: true },
  { title: 'C#', syntax: 'csharp', plugin: csharpHttpclient },
  { title: 'PHP', syntax: 'php', plugin: phpGuzzle },
  { title: 'Ruby', syntax: 'ruby', plugin: rubyNative, needsWholeUrl: true },
];
const MAX_CODE_LENGTH = 20_000;

/** A request as an example, with everything filled in. */
export interface SampleRequest {
  method: string;
  url: string;
  query: { name: string; value: string }[];
  headers: { name: string; value: string }[];
  body: { mediaType: string; value: unknown } | undefined;
}

/** The code that sends a request, in eight languages. A language whose code would be wrong or too long is missing. */
export function writeCodeSamples(request: SampleRequest): CodeSample[] {
  const har = toHar(request);
  const withoutQuery = { ...har, url: wholeUrl(request), queryString: [] };
  return LANGUAGES.flatMap(({ title, syntax, plugin, needsWholeUrl }) => {
    try {
      const code = plugin.generate(needsWholeUrl ? withoutQuery : har);
      return code.length > MAX_CODE_LENGTH ? [] : [{ title, syntax, code }];
    } catch {
      // The library expects addresses and bodies as they should be, and a spec may have any.
      return [];
    }
  });
}

function wholeUrl({ url, query }: SampleRequest): string {
  const text = query
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return text === '' ? url : `${url}?${text}`;
}

type Har = NonNullable<Parameters<typeof shellCurl.generate>[0]>;

function toHar({ method, url, query, headers, body }: SampleRequest): Har {
  return {
    method: method.toUpperCase(),
    url,
    queryString: query,
    headers: body ? [{ name: 'Content-Type', value: body.mediaType }, ...headers] : headers,
    cookies: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...(body ? { postData: toPostData(body) } : {}),
  };
}

function toPostData({ mediaType, value }: NonNullable<SampleRequest['body']>): NonNullable<Har['postData']> {
  const isForm = mediaType === 'application/x-www-form-urlencoded' || mediaType === 'multipart/form-data';
  if (isForm && typeof value === 'object' && value !== null)
    return {
      mimeType: mediaType,
      params: Object.entries(value).map(([name, one]) => ({ name, value: toText(one) })),
    };
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(mediaType);
  return { mimeType: mediaType, text: isJson ? JSON.stringify(value) : toText(value) };
}

/** A value as it is sent in a place that holds text. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
