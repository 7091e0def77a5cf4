import { isUtf8 } from 'node:buffer';

/** The text of a page, and what could not be read as its author declared it. */
export interface DecodedHtml {
  text: string;
  problems: DecodingProblem[];
}

interface DecodingProblem {
  /** For programs. */
  reason: 'unknown-encoding' | 'undeclared-encoding' | 'undecodable-text';
  /** Of the first text that could not be decoded. */
  line?: number;
  message: string;
}

/** Browsers look for a declaration only there. */
const HEAD_BYTES = 1024;
const MAX_QUOTE = 60;

/**
 * Decodes a page as browsers do: by its byte order mark, the `charset` of its type, its `<meta>` elements or its XML
 * declaration; without any of these, as UTF-8 if it is valid UTF-8, else as windows-1252.
 */
export function decodeHtml(bytes: Buffer, contentType: string | undefined): DecodedHtml {
  const problems: DecodingProblem[] = [];
  for (const { label, isInBytes } of listDeclarations(bytes, contentType)) {
    const decoder = findDecoder(label);
    if (decoder === undefined) {
      problems.push({
        reason: 'unknown-encoding',
        message: `The page declares the encoding “${label.slice(0, MAX_QUOTE)}”, which is not supported and was ignored.`,
      });
      continue;
    }
    // Bytes in which a declaration can be read as ASCII are not UTF-16.
    const encoding = isInBytes && decoder.startsWith('utf-16') ? 'utf-8' : decoder;
    return { text: decode(bytes, encoding, problems), problems };
  }
  if (isUtf8(bytes)) return { text: decode(bytes, 'utf-8', problems), problems };
  problems.push({
    reason: 'undeclared-encoding',
    message: 'The page declares no encoding and is not valid UTF-8. It was read as windows-1252.',
  });
  return { text: decode(bytes, 'windows-1252', problems), problems };
}

interface Declaration {
  label: string;
  /** Whether the declaration itself is written in the bytes, as ASCII. */
  isInBytes: boolean;
}

function* listDeclarations(bytes: Buffer, contentType: string | undefined): Generator<Declaration> {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) yield { label: 'utf-8', isInBytes: false };
  if (first === 0xfe && second === 0xff) yield { label: 'utf-16be', isInBytes: false };
  if (first === 0xff && second === 0xfe) yield { label: 'utf-16le', isInBytes: false };
  const inType = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType ?? '');
  if (inType) yield { label: inType[1] ?? inType[2] ?? inType[3] ?? '', isInBytes: false };
  // `<?` in UTF-16, with which an XML declaration begins.
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0)
    yield { label: 'utf-16le', isInBytes: false };
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f)
    yield { label: 'utf-16be', isInBytes: false };
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  for (const label of listMetaLabels(head)) yield { label, isInBytes: true };
  const declaration = /^\s*<\?xml\b([^>]*)>/.exec(head)?.[1];
  const inXml = declaration && /\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(declaration);
  if (inXml) yield { label: inXml[1] ?? inXml[2] ?? '', isInBytes: true };
}

/** The labels in the `<meta>` elements of the head, outside of comments. */
function* listMetaLabels(head: string): Generator<string> {
  const tags = /<!--(?:(?!-->)[\s\S])*|<meta(?=[\s/])((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/gi;
  for (const [, written] of head.matchAll(tags)) {
    if (written === undefined) continue;
    const attributes = readAttributes(written);
    const charset = attributes.get('charset');
    if (charset !== undefined) yield charset.trim();
    else if (attributes.get('http-equiv')?.trim().toLowerCase() === 'content-type') {
      const inContent = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(
        attributes.get('content') ?? '',
      );
      if (inContent) yield (inContent[1] ?? inContent[2] ?? inContent[3] ?? '').trim();
    }
  }
}

function readAttributes(written: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const pattern = /([^\s"'=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
  for (const [, name = '', double, single, bare] of written.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return attributes;
}

/** Labels of the Encoding Standard that the decoder of Node.js does not know. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  'iso-8859-16': 'iso-8859-16',
  // In pages; browsers replace it.
  'x-user-defined': 'windows-1252',
};

/** The name of the encoding with this label; undefined if there is none. */
function findDecoder(label: string): string | undefined {
  try {
    return OTHER_LABELS[label.trim().toLowerCase()] ?? new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer, encoding: string, problems: DecodingProblem[]): string {
  const text = decodeBytes(bytes, encoding);
  const at = text.indexOf('\ufffd');
  if (at >= 0 && !isDecodable(bytes, encoding))
    problems.push({
      reason: 'undecodable-text',
      line: text.slice(0, at).split(/\r\n?|\n/).length,
      message: `Some text is not valid ${encoding}. It was replaced by the character “\ufffd”.`,
    });
  return text;
}

function isDecodable(bytes: Buffer, encoding: string): boolean {
  if (encoding in SINGLE_BYTES) return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encodings that differ from ISO-8859-1 in these characters from `from` on. Releases of Node.js lack iso-8859-16, and
 * some decode windows-1252 as ISO-8859-1.
 */
const SINGLE_BYTES: Readonly<Record<string, { from: number; characters: string }>> = {
  'windows-1252': { from: 0x80, characters: '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ' },
  'iso-8859-16': {
    from: 0xa0,
    characters:
      '\xa0ĄąŁ€„Š§š©Ș«Ź\xadźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ',
  },
};

/** Decodes bytes in an encoding, by its name in the Encoding Standard. */
export function decodeBytes(bytes: Buffer, encoding: string): string {
  const table = SINGLE_BYTES[encoding];
  if (!table) return new TextDecoder(encoding).decode(bytes);
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => table.characters[byte.charCodeAt(0) - table.from] ?? byte);
}
