import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { findImageDimensions, type ImageDimensions } from './image-dimensions.ts';
import { findSvgRoot } from './svg-root.ts';

export interface Media {
  /** Without parameters: `image/png`. */
  contentType: string;
  /** In CSS pixels for SVG, otherwise in pixels. */
  dimensions?: ImageDimensions;
}

// Formats declare themselves at their beginning; the rest of a large file would only cost time.
const HEAD_BYTES = 256 * 1024;
const BINARY_TYPE = 'application/octet-stream';
const XML_TYPE = 'application/xml';

// The types of text by the extension of the name. No type in this table runs in a browser: scripts, style sheets, HTML
// and XML are text/plain to us, since a type is stored with the bytes and outlives the response that it was guessed
// for.
const TEXT_TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.mdx': 'text/markdown',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

// Formats whose signature is text, and that text of another kind does not begin with by chance.
const TEXTUAL_FORMATS = new Set(['application/pdf', 'application/rtf']);

/**
 * Determines the type of a file: a pure function of name and bytes that never fails, whatever they contain. Bytes
 * decide between media and text; the name only chooses among kinds of text.
 */
export async function describeMedia(name: string, bytes: Buffer): Promise<Media> {
  const head = bytes.subarray(0, HEAD_BYTES);
  const textType = TEXT_TYPES[extname(name).toLowerCase()];
  const isText = looksLikeText(head);
  if (isText && textType) return { contentType: textType };
  const format = await detectFormat(head);
  // XML says its encoding itself, so it may be text that is not UTF-8.
  if (format === XML_TYPE || (isText && !(format && TEXTUAL_FORMATS.has(format)))) return describeText(head);
  if (isUtf16Text(head)) return { contentType: textType ?? 'text/plain' };
  if (format) return withDimensions(format, findImageDimensions(format, bytes));
  // Text in an older encoding has no signature either.
  return { contentType: textType && !head.includes(0) ? textType : BINARY_TYPE };
}

function describeText(head: Buffer): Media {
  if (head.length === 0) return { contentType: BINARY_TYPE };
  const root = findSvgRoot(head.toString('utf8'));
  if (root === undefined) return { contentType: 'text/plain' };
  return withDimensions('image/svg+xml', findImageDimensions('image/svg+xml', Buffer.from(root)));
}

const withDimensions = (contentType: string, dimensions: ImageDimensions | undefined): Media =>
  dimensions ? { contentType, dimensions } : { contentType };

async function detectFormat(head: Buffer): Promise<string | undefined> {
  try {
    const mime = (await fileTypeFromBuffer(head))?.mime;
    return mime?.split(';', 1)[0]?.trim().toLowerCase();
  } catch {
    // A damaged file is of no known format.
    return undefined;
  }
}

/** Text that says by its first two bytes that it is UTF-16; some would take them for the beginning of a sound. */
function isUtf16Text(head: Buffer): boolean {
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0);
  if (mark !== 0xfffe && mark !== 0xfeff) return false;
  try {
    const decoder = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be', { fatal: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what text does not hold
    return !/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(decoder.decode(head, { stream: true }));
  } catch {
    return false;
  }
}

/** UTF-8 without the bytes that the WHATWG's MIME sniffing calls binary; a character cut at the end is accepted. */
function looksLikeText(head: Buffer): boolean {
  for (const byte of head) {
    if (byte < 0x20 && (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte !== 0x1b))) return false;
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
