import { isUtf8 } from 'node:buffer';
import { type DecodedHtml, decodeHtml } from '@lectern/html/decode-html';

export const isHtmlPath = (path: string): boolean => /\.(?:x?html?|htm)$/i.test(path);

/** Decodes a file: a page of HTML as browsers do, others as `decodeText` does. */
export const decodeFile = (path: string, bytes: Buffer, contentType?: string): DecodedHtml =>
  isHtmlPath(path) ? decodeHtml(bytes, contentType) : decodeText(bytes);

/**
 * Decodes UTF-8, or UTF-16 if there is its byte order mark, which is removed. Invalid bytes become U+FFFD, and a
 * problem.
 */
export function decodeText(bytes: Uint8Array): DecodedHtml {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  const at = encoding === 'utf-8' && isUtf8(bytes) ? -1 : text.indexOf('\ufffd');
  if (at < 0) return { text, problems: [] };
  const line = text.slice(0, at).split(/\r\n?|\n/).length;
  const message = `Some text is not valid ${encoding}. It was replaced by the character “\ufffd”.`;
  return { text, problems: [{ reason: 'undecodable-text', line, message }] };
}
