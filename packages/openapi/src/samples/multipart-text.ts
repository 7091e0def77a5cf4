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

const FIRST_BOUNDARY = 'form-boundary-7d1c9a';

/** Parts as they are sent, with the type that names what is between them: for languages without a function for that. */
export function writeMultipart({ mediaType, parts }: MultipartBody): { type: string; pieces: Piece[] } {
  let boundary = FIRST_BOUNDARY;
  while (parts.some((part) => 'value' in part && part.value.includes(boundary))) boundary += '0';
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

/** The headers for code that writes the body itself: the type of the body is always one of them. */
export function listAllHeaders(request: SampleRequest): NamedText[] {
  const { body } = request;
  const type = body?.kind === 'multipart' ? writeMultipart(body).type : body?.mediaType;
  return [
    ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
    ...listHeaders(request, { hasType: false }),
  ];
}

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
