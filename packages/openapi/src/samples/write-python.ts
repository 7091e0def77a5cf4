import { listAllHeaders, writeMultipart } from './multipart-text.ts';
import { quoteScript as quote, writePython as write } from './quote-text.ts';
import {
  isBrowserForm,
  listHeaders,
  type SampleBody,
  type SampleRequest,
  wholeUrl,
} from './sample-request.ts';

const FUNCTIONS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

export function writePythonSample(request: SampleRequest): string {
  const { method, body } = request;
  const isWritten = body?.kind === 'multipart' && !isBrowserForm(body);
  const headers = (isWritten ? listAllHeaders(request) : listHeaders(request)).map(
    ({ name, value }) => `        ${quote(name)}: ${quote(value)},\n`,
  );
  const hasFunction = FUNCTIONS.includes(method);
  const lines = [
    ...(hasFunction ? [] : [quote(method)]),
    quote(wholeUrl(request)),
    ...(headers.length > 0 ? [`headers={\n${headers.join('')}    }`] : []),
    ...(request.hasCertificate ? ["cert=('client.pem', 'client.key')"] : []),
    ...(body ? writeBody(body) : []),
  ];
  return `import requests\n\nresponse = requests.${hasFunction ? method.toLowerCase() : 'request'}(\n${lines
    .map((line) => `    ${line},\n`)
    .join('')})`;
}

function writeBody(body: SampleBody): string[] {
  switch (body.kind) {
    case 'text': {
      const value = body.isJson ? readJson(body.text) : undefined;
      // With `None`, the library sends no body.
      if (value !== undefined && value !== null) return [`json=${write(value, '    ')}`];
      return [`data=${quote(body.text)}.encode()`];
    }
    case 'file':
      return [`data=open(${quote(body.fileName)}, 'rb')`];
    case 'form':
      return [
        `data=[\n${body.fields.map(({ name, value }) => `        (${quote(name)}, ${quote(value)}),\n`).join('')}    ]`,
      ];
    case 'multipart':
      if (!isBrowserForm(body)) {
        const pieces = writeMultipart(body).pieces.map((piece) =>
          'text' in piece ? `${quote(piece.text)}.encode()` : `open(${quote(piece.fileName)}, 'rb').read()`,
        );
        return [`data=b''.join([\n${pieces.map((piece) => `        ${piece},\n`).join('')}    ])`];
      }
      return [
        `files=[\n${body.parts
          .map((part) => {
            const content =
              'fileName' in part
                ? `${quote(part.fileName)}, open(${quote(part.fileName)}, 'rb')`
                : `None, ${quote(part.value)}`;
            const type = part.mediaType === undefined ? '' : `, ${quote(part.mediaType)}`;
            return `        (${quote(part.name ?? '')}, (${content}${type})),\n`;
          })
          .join('')}    ]`,
      ];
  }
}

/** Undefined for what would be written in another way, such as numbers with more digits. */
function readJson(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return JSON.stringify(value, null, 2) === json ? value : undefined;
  } catch {
    return undefined;
  }
}
