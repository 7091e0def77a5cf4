import { isFormDataType } from '../examples/media-types.ts';
import { writeDisposition } from './multipart-text.ts';
import { quoteDouble as quote, quoteCsharpLines } from './quote-text.ts';
import {
  listHeaders,
  type NamedText,
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
  const headers = listHeaders(request, { hasType: false }).map((header) =>
    addHeader(body && CONTENT_HEADERS.test(header.name) ? 'request.Content' : 'request', header),
  );
  const usings = [
    ...(code.some((line) => line.includes('MediaTypeHeaderValue')) ? ['using System.Net.Http.Headers;'] : []),
    ...(request.hasCertificate ? ['using System.Security.Cryptography.X509Certificates;'] : []),
  ];
  return [
    ...usings,
    ...(usings.length > 0 ? [''] : []),
    ...(request.hasCertificate ? CERTIFICATE : ['var client = new HttpClient();']),
    `var request = new HttpRequestMessage(new HttpMethod(${quote(method)}), ${quote(wholeUrl(request))});`,
    ...code,
    ...headers,
    '',
    'var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
}

const CERTIFICATE = [
  'var handler = new HttpClientHandler();',
  'handler.ClientCertificates.Add(new X509Certificate2("client.p12", "YOUR_PASSWORD"));',
  'var client = new HttpClient(handler);',
];

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
    case 'multipart': {
      const kind = /^multipart\/([\w-]+)/i.exec(body.mediaType)?.[1] ?? 'mixed';
      const isForm = isFormDataType(body.mediaType);
      return [
        `var form = ${isForm ? 'new MultipartFormDataContent()' : `new MultipartContent(${quote(kind)})`};`,
        ...body.parts.flatMap((part, n) => writePart(part, { variable: `part${n + 1}`, isForm })),
        'request.Content = form;',
      ];
    }
  }
}

function writePart(part: SamplePart, { variable, isForm }: { variable: string; isForm: boolean }): string[] {
  const content =
    'fileName' in part
      ? `new StreamContent(File.OpenRead(${quote(part.fileName)}))`
      : `new StringContent(${quote(part.value)})`;
  const { name, mediaType } = part;
  const file = 'fileName' in part ? `, ${quote(part.fileName)}` : '';
  const names = isForm ? `, ${quote(name ?? '')}${file}` : '';
  const headers = [
    ...(isForm || name === undefined ? [] : [writeDisposition(name, part)]),
    ...(part.headers ?? []),
  ];
  // Otherwise, texts are sent as `text/plain`, and files without a type.
  if (mediaType === undefined && headers.length === 0) return [`form.Add(${content}${names});`];
  return [
    `var ${variable} = ${content};`,
    ...(mediaType === undefined ? [] : [setType(variable, mediaType)]),
    ...headers.map((header) => addHeader(variable, header)),
    `form.Add(${variable}${names});`,
  ];
}

const addHeader = (owner: string, { name, value }: NamedText): string =>
  `${owner}.Headers.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`;

const setType = (content: string, mediaType: string): string =>
  `${content}.Headers.ContentType = MediaTypeHeaderValue.Parse(${quote(mediaType)});`;
