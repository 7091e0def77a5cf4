/** The encoding of a text file that begins with a byte order mark of UTF-16. */
export type Utf16 = 'utf-16le' | 'utf-16be';

const MARK = '\uFEFF';

/** The encoding that the first bytes of a file name. */
export function findUtf16([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The text of a file in UTF-16, without its byte order mark. Undefined if writing it again would change a byte. */
export function decodeUtf16(bytes: Uint8Array): string | undefined {
  const encoding = findUtf16(bytes);
  if (!encoding) return undefined;
  const text = new TextDecoder(encoding).decode(bytes);
  // UTF-32 begins with the same bytes, followed by zeros.
  const isText = !text.includes('\0') && encodeUtf16(text, encoding).equals(bytes);
  return isText ? text : undefined;
}

export function encodeUtf16(text: string, encoding: Utf16): Buffer {
  const bytes = Buffer.from(MARK + text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

/** The text of a file in UTF-16 with a byte order mark, or else in UTF-8. */
export const decodeFile = (bytes: Buffer): string => decodeUtf16(bytes) ?? bytes.toString('utf8');
