import { isFormDataType } from '../examples/media-types.ts';
import { quoteShell } from './quote-text.ts';
import {
  listHeaders,
  type SampleBody,
  type SamplePart,
  type SampleRequest,
  wholeUrl,
  writeCookies,
} from './sample-request.ts';

/** Undefined if a part has a name that cannot be passed to curl. */
export function writeCurl(request: SampleRequest): string | undefined {
  const { method, cookies, body } = request;
  if (body?.kind === 'multipart' && body.parts.some(({ name = '' }) => name.includes('='))) return undefined;
  const url = wholeUrl(request);
  const lines = [`curl ${/^[\w\-.~:/@+,=%]+$/.test(url) ? url : quoteShell(url)}`];
  // Brackets and braces would stand for several addresses.
  if (/[[\]{}]/.test(url)) lines.push('--globoff');
  if (method === 'HEAD' && !body) lines.push('--head');
  else if (method !== 'GET' || body) lines.push(`--request ${method}`);
  // curl adds the boundary.
  const isOtherForm = body?.kind === 'multipart' && !isFormDataType(body.mediaType);
  const headers = listHeaders(request, { hasCookies: false, ...(isOtherForm ? { hasType: true } : {}) });
  for (const { name, value } of headers)
    lines.push(`--header ${quoteShell(value === '' ? `${name};` : `${name}: ${value}`)}`);
  if (cookies.length > 0) lines.push(`--cookie ${quoteShell(writeCookies(cookies))}`);
  if (request.hasCertificate) lines.push('--cert client.pem', '--key client.key');
  if (body) lines.push(...writeBody(body));
  return lines.join(' \\\n  ');
}

function writeBody(body: SampleBody): string[] {
  switch (body.kind) {
    case 'text':
      return [`${body.text.startsWith('@') ? '--data-raw' : '--data'} ${quoteShell(body.text)}`];
    case 'file':
      return [`--data-binary @${body.fileName}`];
    case 'form':
      if (body.fields.length === 0) return ["--data ''"];
      return body.fields.map(
        ({ name, value }) => `--data-urlencode ${quoteShell(`${encodeURIComponent(name)}=${value}`)}`,
      );
    case 'multipart':
      return body.parts.map(writePart);
  }
}

function writePart(part: SamplePart): string {
  const { name = '', mediaType, headers = [] } = part;
  const type = mediaType === undefined ? '' : `;type=${mediaType}`;
  const more = headers.map((header) => `;headers=${quoteValue(`${header.name}: ${header.value}`)}`).join('');
  if ('fileName' in part) return `--form ${quoteShell(`${name}=@${part.fileName}${type}${more}`)}`;
  if (type === '' && more === '') return `--form-string ${quoteShell(`${name}=${part.value}`)}`;
  const isSimple = /^[^@<(=";\\\s][^";\\]*$/.test(part.value);
  const value = isSimple ? part.value : quoteValue(part.value);
  return `--form ${quoteShell(`${name}=${value}${type}${more}`)}`;
}

const quoteValue = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
