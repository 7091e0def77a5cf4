import { BINARY_TYPE } from '../examples/media-types.ts';
import type { SamplePart } from './sample-request.ts';

/** A text between files, or the name of a file whose content follows. */
export type Piece = { text: string } | { fileName: string };

const FIRST_BOUNDARY = 'form-boundary-7d1c9a';

/** Parts as they are sent, for languages without a function for that. */
export function writeMultipart(parts: readonly SamplePart[]): { boundary: string; pieces: Piece[] } {
  let boundary = FIRST_BOUNDARY;
  while (parts.some((part) => 'value' in part && part.value.includes(boundary))) boundary += '0';
  const pieces: Piece[] = [];
  let text = '';
  for (const part of parts) {
    const name = escapeName(part.name);
    const file = 'fileName' in part ? `; filename="${escapeName(part.fileName)}"` : '';
    const known = 'fileName' in part ? BINARY_TYPE : undefined;
    const mediaType = part.mediaType ?? known;
    const type = mediaType === undefined ? '' : `Content-Type: ${mediaType}\r\n`;
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`;
    if ('fileName' in part) {
      pieces.push({ text }, { fileName: part.fileName });
      text = '\r\n';
    } else text += `${part.value}\r\n`;
  }
  pieces.push({ text: `${text}--${boundary}--\r\n` });
  return { boundary, pieces };
}

/** As browsers do it. */
const escapeName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
