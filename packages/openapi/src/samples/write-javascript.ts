import { listAllHeaders, writeMultipart } from './multipart-text.ts';
import { indentLines, quoteScript as quote } from './quote-text.ts';
import {
  hasFiles,
  isBrowserForm,
  listHeaders,
  type MultipartBody,
  type SampleBody,
  type SampleRequest,
  wholeUrl,
} from './sample-request.ts';

/** Undefined for a request that `fetch` refuses. */
export function writeJavaScript(request: SampleRequest): string | undefined {
  const { method, body, hasCertificate } = request;
  if (/^(?:trace|track|connect)$/i.test(method) || (body && /^(?:get|head)$/i.test(method))) return undefined;
  const isForm = body?.kind === 'multipart' && isBrowserForm(body);
  const isWritten = body?.kind === 'multipart' && !isForm;
  const headers = (isWritten ? listAllHeaders(request) : listHeaders(request)).map(
    ({ name, value }) => `    ${quote(name)}: ${quote(value)},\n`,
  );
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quote(method)},\n`]),
    ...(hasCertificate ? ['  dispatcher,\n'] : []),
    ...(headers.length > 0 ? [`  headers: {\n${headers.join('')}  },\n`] : []),
    ...(body ? [`  body: ${writeBody(body)},\n`] : []),
  ];
  const functions = [
    ...(body && hasFiles(body) ? ['openAsBlob'] : []),
    ...(hasCertificate ? ['readFileSync'] : []),
  ];
  const imports = [
    ...(functions.length > 0 ? [`import { ${functions.join(', ')} } from 'node:fs'\n`] : []),
    ...(hasCertificate ? [`import { Agent, ${isForm ? 'FormData, ' : ''}fetch } from 'undici'\n`] : []),
  ];
  return [
    ...imports,
    ...(imports.length > 0 ? ['\n'] : []),
    ...(hasCertificate ? [CERTIFICATE] : []),
    ...(isForm ? [writeForm(body)] : []),
    `const response = await fetch(${quote(wholeUrl(request))}${options.length > 0 ? `, {\n${options.join('')}}` : ''})`,
  ].join('');
}

/** The built-in `fetch` has no option for certificates. */
const CERTIFICATE = `const dispatcher = new Agent({
  connect: { cert: readFileSync('client.pem'), key: readFileSync('client.key') },
})
`;

function writeBody(body: SampleBody): string {
  switch (body.kind) {
    case 'text':
      return body.isJson && isExact(body.text)
        ? `JSON.stringify(${indentLines(body.text, '  ').trimStart()})`
        : quote(body.text);
    case 'file':
      return `await openAsBlob(${quote(body.fileName)})`;
    case 'form':
      return `new URLSearchParams([\n${body.fields
        .map(({ name, value }) => `    [${quote(name)}, ${quote(value)}],\n`)
        .join('')}  ])`;
    case 'multipart':
      return isBrowserForm(body) ? 'form' : `new Blob([\n${writePieces(body)}  ])`;
  }
}

/** Whether JavaScript writes the same JSON again when it is given as code. */
function isExact(json: string): boolean {
  try {
    return !json.includes('__proto__') && JSON.stringify(JSON.parse(json), null, 2) === json;
  } catch {
    return false;
  }
}

const writePieces = (body: MultipartBody): string =>
  writeMultipart(body)
    .pieces.map((piece) =>
      'text' in piece ? `    ${quote(piece.text)},\n` : `    await openAsBlob(${quote(piece.fileName)}),\n`,
    )
    .join('');

function writeForm({ parts }: MultipartBody): string {
  const lines = parts.map((part) => {
    const name = quote(part.name ?? '');
    const type = part.mediaType === undefined ? '' : `{ type: ${quote(part.mediaType)} }`;
    if ('fileName' in part) {
      const fileName = quote(part.fileName);
      return `form.append(${name}, await openAsBlob(${[fileName, ...(type ? [type] : [])].join(', ')}), ${fileName})\n`;
    }
    const value = quote(part.value);
    return `form.append(${name}, ${type === '' ? value : `new Blob([${value}], ${type})`})\n`;
  });
  return `const form = new FormData()\n${lines.join('')}\n`;
}
