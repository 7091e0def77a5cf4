import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { decodeBytes } from '@lectern/html/decode-html';

/** The names of the entries of an archive as it stores them. */
export interface RawName {
  bytes: Buffer;
  /** Whether the archive marks the name as UTF-8. */
  isMarkedUtf8: boolean;
  extraFields: readonly { id: number; data: Buffer }[];
}

export interface DecodedName {
  name: string;
  /** The encoding that was guessed, because nothing in the archive states it. */
  guessed?: string;
}

/**
 * Decodes the names in an archive: those that are marked as UTF-8, or that have a Unicode path (0x7075), as they are
 * marked. Many tools write names in the encoding of their system without a mark. If all these are valid UTF-8, they are
 * UTF-8; otherwise, their encoding is the one in which they look most like names.
 */
export function decodeNames(raw: readonly RawName[]): DecodedName[] {
  const marked = raw.map((name) => findMarked(name));
  const unmarked = raw.filter((_, at) => marked[at] === undefined).map(({ bytes }) => bytes);
  const encoding = unmarked.every((bytes) => isUtf8(bytes)) ? undefined : guessEncoding(unmarked);
  return raw.map(({ bytes }, at) => {
    const name = marked[at];
    if (name !== undefined) return { name };
    if (encoding === undefined) return { name: bytes.toString() };
    return { name: decodeAs(bytes, encoding), guessed: encoding };
  });
}

const UNICODE_PATH = 0x7075;

/** The name if its encoding is certain. */
function findMarked({ bytes, isMarkedUtf8, extraFields }: RawName): string | undefined {
  for (const { id, data } of extraFields) {
    // The field belongs to another name if its checksum does not match: a tool renamed the entry.
    const isOwn = id === UNICODE_PATH && data.length > 5 && data[0] === 1;
    if (isOwn && data.readUInt32LE(1) === crc32(bytes) && isUtf8(data.subarray(5)))
      return data.toString('utf8', 5);
  }
  const isAscii = bytes.every((byte) => byte < 0x80);
  return isAscii || (isMarkedUtf8 && isUtf8(bytes)) ? bytes.toString() : undefined;
}

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0';

const decodeAs = (bytes: Buffer, encoding: string): string =>
  encoding === 'cp437'
    ? bytes.toString('latin1').replace(/[\x80-\xff]/g, (byte) => CP437[byte.charCodeAt(0) - 0x80] as string)
    : decodeBytes(bytes, encoding);

/** More bytes are not needed to distinguish encodings. */
const MAX_SAMPLE = 20_000;

/** How much characters look as if people wrote them: 1 for common ones, 0 for those that nobody puts into a name. */
interface Candidate {
  encoding: string;
  /** The average for the characters of names that are not ASCII; 0 if there is something that cannot be decoded. */
  rate(names: readonly Buffer[]): number;
}

/** The weight of a pair of bytes, or of a single byte. */
type Weigh = (lead: number, trail: number | undefined) => number;

/** The weight of a byte between its neighbours in the name. */
type WeighSingle = (byte: number, before: number, after: number) => number;

const isBetween = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;
const isAsciiLetter = (byte: number): boolean => isBetween(byte | 0x20, 0x61, 0x7a);

function ofPairs(encoding: string, isLead: (byte: number) => boolean, weigh: Weigh): Candidate {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return {
    encoding,
    rate(names) {
      let sum = 0;
      let count = 0;
      for (const name of names) {
        try {
          decoder.decode(name);
        } catch {
          return 0;
        }
        for (let at = 0; at < name.length; at += 1) {
          const byte = name[at] as number;
          if (byte < 0x80) continue;
          count += 1;
          sum += weigh(byte, isLead(byte) ? name[at + 1] : undefined);
          if (isLead(byte)) at += 1;
        }
      }
      return count === 0 ? 0 : sum / count;
    },
  };
}

const ofBytes = (encoding: string, weigh: WeighSingle): Candidate => ({
  encoding,
  rate(names) {
    let sum = 0;
    let count = 0;
    for (const name of names)
      for (const [at, byte] of name.entries()) {
        if (byte < 0x80) continue;
        count += 1;
        sum += weigh(byte, name[at - 1] ?? 0, name[at + 1] ?? 0);
      }
    return count === 0 ? 0 : sum / count;
  },
});

const isPairLead = (byte: number): boolean => isBetween(byte, 0x81, 0xfe);

/** Cyrillic letters are not next to Latin ones, and rarely alone. */
const cyrillic =
  (isLetter: (byte: number) => boolean): WeighSingle =>
  (byte, before, after) => {
    if (!isLetter(byte) || isAsciiLetter(before) || isAsciiLetter(after)) return 0;
    return isLetter(before) || isLetter(after) ? 1 : 0.5;
  };

/** Of those that fit equally well, the first is chosen. */
const CANDIDATES: readonly Candidate[] = [
  ofPairs('gbk', isPairLead, (lead, trail = 0) => {
    if (trail < 0xa1 || isBetween(lead, 0xaa, 0xaf) || lead < 0xa1) return 0.1;
    if (isBetween(lead, 0xb0, 0xd7)) return 1;
    return lead >= 0xd8 ? 0.6 : 0.5;
  }),
  ofPairs(
    'shift_jis',
    (byte) => isBetween(byte, 0x81, 0x9f) || byte >= 0xe0,
    (lead, trail = 0) => {
      if (lead === 0x82) return trail >= 0x9f ? 1 : 0.5;
      if (lead === 0x83) return trail <= 0x96 ? 1 : 0.2;
      if (lead === 0x81) return 0.5;
      return isBetween(lead, 0x88, 0x97) ? 0.95 : 0.3;
    },
  ),
  ofPairs('big5', isPairLead, (lead) => (isBetween(lead, 0xa4, 0xc6) ? 0.95 : lead >= 0xc9 ? 0.4 : 0.3)),
  ofBytes('windows-1252', (byte) => {
    if (byte >= 0xc0) return byte === 0xd7 || byte === 0xf7 ? 0.1 : 0.9;
    return [0x8a, 0x8c, 0x8e, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9a, 0x9c, 0x9e, 0x9f].includes(byte)
      ? 0.6
      : 0.1;
  }),
  ofBytes('cp437', (byte) =>
    isBetween(byte, 0x80, 0x9a) || isBetween(byte, 0xa0, 0xa5) ? 0.9 : byte === 0xe1 ? 0.8 : 0.05,
  ),
  ofBytes(
    'windows-1251',
    cyrillic((byte) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8),
  ),
  ofBytes(
    'ibm866',
    cyrillic((byte) => isBetween(byte, 0x80, 0xaf) || isBetween(byte, 0xe0, 0xf1)),
  ),
];

function guessEncoding(names: readonly Buffer[]): string {
  const sample: Buffer[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length;
    if (length > MAX_SAMPLE && sample.length > 0) break;
    sample.push(name);
  }
  const rated = CANDIDATES.map(({ encoding, rate }) => ({ encoding, rate: rate(sample) }));
  return rated.reduce((best, other) => (other.rate > best.rate ? other : best)).encoding;
}
