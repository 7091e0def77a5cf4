import { quoteDouble as quote, quoteCsharpLines } from './quote-text.ts';
import {
  listHeaders,
  type SampleBody,
  type SamplePart,
  type SampleRequest,
  wholeUrl,
} from './sample-request.ts';

/** Headers that belong to the content. */
const CONTENT_HEADERS = /^(?:content-.*|allow|expires|last-modified)$/i;

export function writeCsharp(request: SampleRequest): string {
  const { method, body } = request;
  const code = body ? writeBody(body) : [];
  const headers = listHeaders(request, { hasType: false }).map(({ name, value }) => {
    const owner = body && CONTENT_HEADERS.test(name) ? 'request.Content' : 'request';
    return `${owner}.Headers.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`;
  });
  const usesTypes = code.some((line) => line.includes('MediaTypeHeaderValue'));
  return [
    ...(usesTypes ? ['using System.Net.Http.Headers;', ''] : []),
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${quote(method)}), ${quote(wholeUrl(request))});`,
    ...code,
    ...headers,
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
}

function writeBody(body: SampleBody): string[] {
  switch (body.kind) {
    case 'text':
      return [
        `request.Content = new StringContent(${quoteCsharpLines(body.text)});`,
        setType('request.Content', body.mediaType),
      ];
    case 'file':
      return [
        `request.Content = new StreamContent(File.OpenRead(${quote(body.fileName)}));`,
        setType('request.Content', body.mediaType),
      ];
    case 'form':
      return [
        'request.Content = new FormUrlEncodedContent(new KeyValuePair<string, string>[]',
        '{',
        ...body.fields.map(({ name, value }) => `    new(${quote(name)}, ${quote(value)}),`),
        '});',
      ];
    case 'multipart':
      return [
        'var form = new MultipartFormDataContent();',
        ...body.parts.flatMap(writePart),
        'request.Content = form;',
      ];
  }
}

function writePart(part: SamplePart, at: number): string[] {
  const content =
    'fileName' in part
      ? `new StreamContent(File.OpenRead(${quote(part.fileName)}))`
      : `new StringContent(${quote(part.value)})`;
  const file = 'fileName' in part ? `, ${quote(part.fileName)}` : '';
  // Otherwise, texts are sent as `text/plain`, and files without a type.
  if (part.mediaType === undefined) return [`form.Add(${content}, ${quote(part.name)}${file});`];
  return [
    `var part${at + 1} = ${content};`,
    setType(`part${at + 1}`, part.mediaType),
    `form.Add(part${at + 1}, ${quote(part.name)}${file});`,
  ];
}

const setType = (content: string, mediaType: string): string =>
  `${content}.Headers.ContentType = MediaTypeHeaderValue.Parse(${quote(mediaType)});`;
