/**
 * How a segment is laid out. All numbers of fixed size are little-endian; each area begins at a multiple of four.
 *
 *     header   magic, version, CRC-32 of what follows these three, then HEADER_FIELDS, each of 32 bits
 *     areas    in the order of AREAS, their lengths in the header
 *
 * `terms` holds the sorted terms in blocks of BLOCK_TERMS; within a block a term is written as what it shares with the
 * one before. Each term: shared bytes, further bytes, these bytes, pages, twice its sections and one more if pages are
 * below it, then how many, length of its postings. `blocks` has
 * two numbers for each block: where it begins in `terms` and where its postings begin. `separators` has for each block
 * the shortest bytes that sort after the last term of the block before and not after its own first term: with everything
 * else before `terms` they are the outline of a segment, which names the blocks that can have a term.
 * `postings` holds for each term its pages, then its sections, as differences between ordinals; the low bits say where
 * in the page (FIELD_BITS) or how often in the section (FREQUENCY_BITS) it occurs. Then follow the pages below a title
 * that has the term, as differences, and its positions in each of the sections, as differences: words of the heading
 * count from 0, those of the text from one after them.
 */
export const MAGIC = 0x47455358;
/** Raised whenever pages make other bytes: by another layout, or because texts are cut or folded in another way. */
export const FORMAT_VERSION = 4;
export const BLOCK_TERMS = 16;

export const HEADER_FIELDS = [
  'pageCount',
  'sectionCount',
  'termCount',
  'blockCount',
  'bodyWords',
  'headingWords',
  'titleWords',
] as const;

export const AREAS = [
  /** The language the pages were written for; empty when none is known. */
  'language',
  /** For each page, the start of its id in `pageIds`, and an end: 32 bits. */
  'pageIdStarts',
  'pageIds',
  /** 16 bytes each. */
  'pageKeys',
  /** A hash of the titles above each page: 32 bits. It is no part of the key, because these change without the page. */
  'aboveHashes',
  /** For each page, its first section, and an end: 32 bits. */
  'firstSections',
  /** A hash of the words of each title, document's own title and heading: 32 bits. */
  'titleHashes',
  'documentTitleHashes',
  'headingHashes',
  /** Numbers of words, 8 bits each: see `packLength`. */
  'titleLengths',
  'documentTitleLengths',
  'headingLengths',
  'bodyLengths',
  /** One for a section that continues the one before it: 8 bits. */
  'continuations',
  /** For each block, the start of its separator in `separators`, and an end: 32 bits. */
  'separatorStarts',
  'separators',
  'blocks',
  'terms',
  'postings',
] as const;

export type HeaderField = (typeof HEADER_FIELDS)[number];
export type Area = (typeof AREAS)[number];

/** Bytes before the areas: the fixed three, the fields, and the lengths of the areas. */
export const HEADER_BYTES = 4 * (3 + HEADER_FIELDS.length + AREAS.length);
export const CHECKED_FROM = 12;

export const align = (length: number): number => (length + 3) & ~3;

/** Fields of a page that may contain a term. */
export const IN_TITLE = 1;
export const IN_DOCUMENT_TITLE = 2;
export const IN_LINK_TITLE = 4;
export const IN_DESCRIPTION = 8;
export const IN_PATH = 16;
export const FIELD_BITS = 5;

/** Whether the term occurs in a heading, and how often in the text: one bit and two. */
export const IN_HEADING = 4;
export const FREQUENCY_BITS = 3;

/**
 * The number of occurrences of a term in a text, by its code: higher numbers add hardly anything. In headings 0 means:
 * not in the text.
 */
const FREQUENCIES = { inText: [1, 2, 4, 8], inHeading: [0, 1, 2, 5] } as const;

export function packFrequency(inHeading: boolean, count: number): number {
  if (inHeading) return IN_HEADING | (count === 0 ? 0 : count === 1 ? 1 : count < 4 ? 2 : 3);
  return count < 3 ? Math.max(0, count - 1) : count < 6 ? 2 : 3;
}

/** Returns the number of positions for a code; undefined if their number is written before them. */
export const countOf = (code: number): number | undefined => (code < 2 ? code + 1 : undefined);

/** Code → how often in the text. */
export const FREQUENCY_OF = Float32Array.of(...FREQUENCIES.inText, ...FREQUENCIES.inHeading);

/** Lengths in a byte: exact when short, in steps of about 6 % when long. */
export function packLength(words: number): number {
  return words < 40 ? words : Math.min(255, 40 + Math.round(Math.log(words / 40) / Math.log(1.06)));
}

/** Packed length → words. */
export const LENGTH_OF = Float32Array.from({ length: 256 }, (_, packed) =>
  packed < 40 ? packed : 40 * 1.06 ** (packed - 40),
);
