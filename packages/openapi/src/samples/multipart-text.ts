import { BINARY_TYPE } from '../examples/media-types.ts';
import {
  listHeaders,
  type MultipartBody,
  type NamedText,
  type SamplePart,
  type SampleRequest,
} from './sample-request.ts';

/** A text between files, or the name of a file whose content follows. */
export type Piece = { text: string } | { fileName: string };

/** Parts as they are sent, with the type that names what is between them: for languages without a function for that. */
export function writeMultipart({ mediaType, parts }: MultipartBody): { type: string; pieces: Piece[] } {
  const boundary = chooseBoundary(parts);
  const pieces: Piece[] = [];
  let text = '';
  for (const part of parts) {
    const headers = listPartHeaders(part).map(({ name, value }) => `${name}: ${value}\r\n`);
    text += `--${boundary}\r\n${headers.join('')}\r\n`;
    if ('fileName' in part) {
      pieces.push({ text }, { fileName: part.fileName });
      text = '\r\n';
    } else text += `${part.value}\r\n`;
  }
  pieces.push({ text: `${text}--${boundary}--\r\n` });
  return { type: `${mediaType}; boundary=${boundary}`, pieces };
}

/** A text that is in no part. */
function chooseBoundary(parts: readonly SamplePart[]): string {
  const used = new Set<string>();
  for (const part of parts)
    if ('value' in part)
      for (const [, end = ''] of part.value.matchAll(/form-boundary-(?=([\da-z]{6}))/g)) used.add(end);
  let end = '7d1c9a';
  for (let n = 0; used.has(end); n += 1) end = n.toString(36).padStart(6, '0');
  return `form-boundary-${end}`;
}

/** The headers for code that writes the body itself: the type of the body is always one of them. */
export function listAllHeaders(request: SampleRequest, type = typeOf(request.body)): NamedText[] {
  return [
    ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
    ...listHeaders(request, { hasType: false }),
  ];
}

const typeOf = (body: SampleRequest['body']): string | undefined =>
  body?.kind === 'multipart' ? writeMultipart(body).type : body?.mediaType;

/** The headers of a part: its name, and the type of its content. */
export function listPartHeaders(part: SamplePart): NamedText[] {
  const type = part.mediaType ?? ('fileName' in part ? BINARY_TYPE : undefined);
  return [
    ...(part.name === undefined ? [] : [writeDisposition(part.name, part)]),
    ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
    ...(part.headers ?? []),
  ];
}

export const writeDisposition = (name: string, part: SamplePart): NamedText => ({
  name: 'Content-Disposition',
  value: `form-data; name="${escapeName(name)}"${'fileName' in part ? `; filename="${escapeName(part.fileName)}"` : ''}`,
});

/** Escapes a name as browsers do. */
const escapeName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
