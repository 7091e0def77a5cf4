import { ByteWriter } from './byte-writer.ts';
import { NumberList } from './number-list.ts';
import { countOf, FIELD_BITS, FREQUENCY_BITS, packFrequency } from './segment-format.ts';
import type { SortedPlaces, TermPlaces } from './term-places.ts';
import { TermWriter } from './term-writer.ts';

/** The maximum number of positions stored for a word in one section. */
const MAX_POSITIONS = 30;

/** Encodes a position in a section, with whether the word is in the heading or in the text. */
export const placeInHeading = (position: number): number => position * 2 + 1;
export const placeInText = (position: number): number => position * 2;

export interface PlacedTerms {
  /** Each with its number. */
  terms: ReadonlyMap<string, number>;
  /** The positions by field of the page. */
  inPages: TermPlaces;
  /** The pages below titles that have the term. */
  belowTitles: TermPlaces;
  inSections: TermPlaces;
}

export interface WrittenTerms {
  blocks: number[];
  separatorStarts: number[];
  separators: ByteWriter;
  terms: ByteWriter;
  postings: ByteWriter;
}

/** The areas of a segment that are about terms. */
export function writeTerms(placed: PlacedTerms): WrittenTerms {
  const sorted = sortTerms(placed.terms);
  const inPages = placed.inPages.sort(sorted.length);
  const inSections = placed.inSections.sort(sorted.length);
  const belowTitles = placed.belowTitles.sort(sorted.length);
  const writer = new TermWriter();
  const postings = new ByteWriter();
  const separatorStarts: number[] = [];
  const separators = new ByteWriter();
  const positions = new NumberList();
  for (let n = 0; n < sorted.length; n += 1) {
    const { bytes, number } = sorted[n] as SortedTerm;
    if (writer.isAtBlock) {
      separatorStarts.push(separators.length);
      separators.bytes(separatorOf(sorted[n - 1]?.bytes, bytes));
    }
    const start = postings.length;
    const pages = writePages(postings, inPages, number);
    const sections = writeSections(postings, inSections, number, positions);
    const below = writeBelow(postings, belowTitles, number);
    writePositions(postings, positions);
    writer.add(bytes, { pages, sections, below, postings: { start, length: postings.length - start } });
  }
  separatorStarts.push(separators.length);
  return { terms: writer.terms, postings, blocks: writer.blocks, separatorStarts, separators };
}

interface SortedTerm {
  bytes: Buffer;
  number: number;
}

/** Terms in the order of their bytes. */
function sortTerms(terms: ReadonlyMap<string, number>): SortedTerm[] {
  const inUnits = [...terms.keys()].sort();
  const sorted = inUnits.map((term) => ({ bytes: Buffer.from(term), number: terms.get(term) as number }));
  // Only where a character is a surrogate pair, the order of UTF-16 may be another one.
  return /[\uD800-\uDFFF]/.test(inUnits.join(''))
    ? sorted.sort((left, right) => Buffer.compare(left.bytes, right.bytes))
    : sorted;
}

/** The shortest beginning of a term that sorts after the term before it; empty for the first of all. */
function separatorOf(before: Uint8Array | undefined, term: Uint8Array): Uint8Array {
  if (!before) return new Uint8Array();
  let shared = 0;
  while (shared < before.length && before[shared] === term[shared]) shared += 1;
  return term.subarray(0, shared + 1);
}

/** Returns the number of pages that contain the term. */
function writePages(writer: ByteWriter, { starts, owners, places }: SortedPlaces, term: number): number {
  const end = starts[term + 1] as number;
  let count = 0;
  let before = 0;
  for (let at = starts[term] as number; at < end; count += 1) {
    const page = owners[at] as number;
    let fields = 0;
    for (; at < end && owners[at] === page; at += 1) fields |= places[at] as number;
    writer.varint((page - before) * (1 << FIELD_BITS) + fields);
    before = page;
  }
  return count;
}

/** Returns the number of sections that contain the term; adds its positions in them to `positions`. */
function writeSections(
  writer: ByteWriter,
  { starts, owners, places }: SortedPlaces,
  term: number,
  positions: NumberList,
): number {
  const end = starts[term + 1] as number;
  positions.clear();
  let count = 0;
  let before = 0;
  for (let at = starts[term] as number; at < end; count += 1) {
    const section = owners[at] as number;
    const first = at;
    let inText = 0;
    for (; at < end && owners[at] === section; at += 1) inText += 1 - ((places[at] as number) & 1);
    const code = packFrequency(inText < at - first, inText);
    writer.varint((section - before) * (1 << FREQUENCY_BITS) + code);
    before = section;
    const known = Math.min(at - first, MAX_POSITIONS);
    if (countOf(code) === undefined) positions.push(known);
    let last = 0;
    for (let i = first; i < first + known; i += 1) {
      const position = (places[i] as number) >>> 1;
      positions.push(position - last);
      last = position;
    }
  }
  return count;
}

function writePositions(writer: ByteWriter, positions: NumberList): void {
  if (positions.length === 0) return;
  const all = positions.view();
  for (let i = 0; i < all.length; i += 1) writer.varint(all[i] as number);
}

/** Returns the number of pages below a title that has the term. */
function writeBelow(writer: ByteWriter, { starts, owners }: SortedPlaces, term: number): number {
  const end = starts[term + 1] as number;
  let count = 0;
  let before = -1;
  for (let at = starts[term] as number; at < end; at += 1) {
    const page = owners[at] as number;
    // Several titles above a page may have the word.
    if (page === before) continue;
    writer.varint(page - Math.max(0, before));
    before = page;
    count += 1;
  }
  return count;
}
