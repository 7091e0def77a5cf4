import { listAllHeaders, writeMultipart } from './multipart-text.ts';
import { quoteRuby as quote } from './quote-text.ts';
import {
  isBrowserForm,
  listHeaders,
  type SampleBody,
  type SamplePart,
  type SampleRequest,
  wholeUrl,
} from './sample-request.ts';

const CLASSES = ['Get', 'Head', 'Post', 'Put', 'Patch', 'Delete', 'Options', 'Trace'];

export function writeRuby(request: SampleRequest): string {
  const { method, body, hasCertificate } = request;
  const known = CLASSES.find((name) => name.toUpperCase() === method);
  const created =
    known === undefined
      ? `Net::HTTPGenericRequest.new(${quote(method)}, ${body !== undefined}, true, uri)`
      : `Net::HTTP::${known}.new(uri)`;
  const headers =
    body?.kind === 'multipart' && isBrowserForm(body)
      ? listHeaders(request, { hasType: false })
      : listAllHeaders(request);
  return [
    "require 'net/http'",
    ...(hasCertificate ? ["require 'openssl'"] : []),
    '',
    `uri = URI(${quote(wholeUrl(request))})`,
    `request = ${created}`,
    ...headers.map(({ name, value }) => `request[${quote(name)}] = ${quote(value)}`),
    ...(body ? writeBody(body) : []),
    '',
    ...(hasCertificate ? CERTIFICATE : []),
    `response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https'${hasCertificate ? ', cert: certificate, key: key' : ''}) do |http|`,
    '  http.request(request)',
    'end',
    'puts response.body',
  ].join('\n');
}

const CERTIFICATE = [
  "certificate = OpenSSL::X509::Certificate.new(File.read('client.pem'))",
  "key = OpenSSL::PKey.read(File.read('client.key'))",
];

function writeBody(body: SampleBody): string[] {
  switch (body.kind) {
    case 'text':
      return [`request.body = ${quote(body.text)}`];
    case 'file':
      return [`request.body = File.binread(${quote(body.fileName)})`];
    case 'form':
      return [
        'request.body = URI.encode_www_form([',
        ...body.fields.map(({ name, value }) => `  [${quote(name)}, ${quote(value)}],`),
        '])',
      ];
    case 'multipart':
      if (!isBrowserForm(body))
        return [
          'request.body = [',
          ...writeMultipart(body).pieces.map((piece) =>
            'text' in piece ? `  ${quote(piece.text)}.b,` : `  File.binread(${quote(piece.fileName)}),`,
          ),
          '].join',
        ];
      return ['request.set_form([', ...body.parts.map(writePart), `], ${quote(body.mediaType)})`];
  }
}

function writePart(part: SamplePart): string {
  const isFile = 'fileName' in part;
  const name = quote(part.name ?? '');
  const content = isFile ? `File.open(${quote(part.fileName)}, 'rb')` : quote(part.value);
  if (part.mediaType === undefined) return `  [${name}, ${content}],`;
  // Only files have a type.
  const fileName = quote(isFile ? part.fileName : 'blob');
  return `  [${name}, ${content}, { filename: ${fileName}, content_type: ${quote(part.mediaType)} }],`;
}
