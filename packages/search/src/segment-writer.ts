import { crc32 } from 'node:zlib';
import { ByteWriter } from './byte-writer.ts';
import { type HashedWords, hashWords } from './hash-words.ts';
import type { IndexedPage } from './indexed-page.ts';
import {
  AREAS,
  type Area,
  align,
  CHECKED_FROM,
  FORMAT_VERSION,
  HEADER_BYTES,
  HEADER_FIELDS,
  type HeaderField,
  IN_DESCRIPTION,
  IN_DOCUMENT_TITLE,
  IN_LINK_TITLE,
  IN_PATH,
  IN_TITLE,
  MAGIC,
  packLength,
} from './segment-format.ts';
import { TermPlaces } from './term-places.ts';
import { readWords } from './text-words.ts';
import { hashTitlesAbove } from './titles-above.ts';
import { placeInHeading, placeInText, writeTerms } from './write-terms.ts';

/**
 * Writes an immutable index page by page, so that the caller can let others run between two pages. `Segment.open`
 * reads it. The same pages make the same bytes.
 */
export interface SegmentWriter {
  add(page: IndexedPage): void;
  finish(): Buffer;
}

/** `wordsOf`: reads the words of a text; it may remember them. */
export function createSegmentWriter(language: string | null, wordsOf = readWords): SegmentWriter {
  const index = createIndex();
  return { add: (page) => addPage(index, page, wordsOf), finish: () => finishSegment(index, language) };
}

function finishSegment(index: Index, language: string | null): Buffer {
  const terms = writeTerms(index);
  const { tables, counts } = index;
  return assemble(
    { ...counts, termCount: index.terms.size, blockCount: terms.blocks.length / 2 },
    {
      language: Buffer.from(language ?? ''),
      pageIdStarts: numbers([...tables.pageIdStarts, tables.pageIds.length]),
      pageIds: tables.pageIds.view(),
      pageKeys: tables.pageKeys.view(),
      aboveHashes: numbers(tables.aboveHashes),
      firstSections: numbers([...tables.firstSections, counts.sectionCount]),
      titleHashes: numbers(tables.titleHashes),
      documentTitleHashes: numbers(tables.documentTitleHashes),
      headingHashes: numbers(tables.headingHashes),
      titleLengths: Uint8Array.from(tables.titleLengths),
      documentTitleLengths: Uint8Array.from(tables.documentTitleLengths),
      headingLengths: Uint8Array.from(tables.headingLengths),
      bodyLengths: Uint8Array.from(tables.bodyLengths),
      continuations: Uint8Array.from(tables.continuations),
      separatorStarts: numbers(terms.separatorStarts),
      separators: terms.separators.view(),
      blocks: numbers(terms.blocks),
      terms: terms.terms.view(),
      postings: terms.postings.view(),
    },
  );
}

function createIndex() {
  return {
    terms: new Map<string, number>(),
    inPages: new TermPlaces(),
    inSections: new TermPlaces(),
    belowTitles: new TermPlaces(),
    counts: { pageCount: 0, sectionCount: 0, bodyWords: 0, headingWords: 0, titleWords: 0 },
    tables: {
      pageIdStarts: [] as number[],
      pageIds: new ByteWriter(),
      pageKeys: new ByteWriter(),
      aboveHashes: [] as number[],
      firstSections: [] as number[],
      titleHashes: [] as number[],
      documentTitleHashes: [] as number[],
      headingHashes: [] as number[],
      titleLengths: [] as number[],
      documentTitleLengths: [] as number[],
      headingLengths: [] as number[],
      bodyLengths: [] as number[],
      continuations: [] as number[],
    },
  };
}

type Index = ReturnType<typeof createIndex>;

function addPage(
  { terms, inPages, inSections, belowTitles, tables, counts }: Index,
  page: IndexedPage,
  wordsOf: typeof readWords,
): void {
  if (page.key.length !== 16) throw new RangeError('A page is indexed under a key of 16 bytes.');
  const ordinal = counts.pageCount;
  tables.pageIdStarts.push(tables.pageIds.length);
  tables.pageIds.bytes(Buffer.from(page.pageId));
  tables.pageKeys.bytes(page.key);
  tables.firstSections.push(counts.sectionCount);
  const addField = (text: string | undefined, field: number): HashedWords =>
    hashWords(text ?? '', (term) => inPages.add(numberOf(terms, term), ordinal, field));
  const title = addField(page.title, IN_TITLE);
  tables.titleHashes.push(title.hash);
  tables.titleLengths.push(packLength(title.words));
  counts.titleWords += title.words;
  const documentTitle = addField(page.documentTitle, IN_DOCUMENT_TITLE);
  tables.documentTitleHashes.push(documentTitle.hash);
  tables.documentTitleLengths.push(packLength(documentTitle.words));
  addField(page.linkTitle, IN_LINK_TITLE);
  addField(page.description, IN_DESCRIPTION);
  addField(page.path, IN_PATH);
  const { above = [] } = page;
  tables.aboveHashes.push(hashTitlesAbove(above));
  for (const one of above) hashWords(one, (term) => belowTitles.add(numberOf(terms, term), ordinal, 0));
  for (const [n, section] of page.sections.entries()) {
    const before = page.sections[n - 1];
    const isContinued =
      before !== undefined && before.anchor === section.anchor && before.title === section.title;
    const { sectionCount } = counts;
    const heading = hashWords(section.title, (term, from) =>
      inSections.add(numberOf(terms, term), sectionCount, placeInHeading(from)),
    );
    const firstOfText = heading.words + 1;
    const read = wordsOf(section.text);
    const numbers = read.terms.map((term) => numberOf(terms, term));
    for (let at = 0; at < read.places.length; at += 2)
      inSections.add(
        numbers[read.places[at] as number] as number,
        sectionCount,
        placeInText(firstOfText + (read.places[at + 1] as number)),
      );
    tables.headingHashes.push(heading.hash);
    tables.headingLengths.push(packLength(heading.words));
    tables.bodyLengths.push(packLength(read.words));
    tables.continuations.push(isContinued ? 1 : 0);
    counts.headingWords += heading.words;
    counts.bodyWords += read.words;
    counts.sectionCount += 1;
  }
  counts.pageCount += 1;
}

function numberOf(terms: Map<string, number>, term: string): number {
  let number = terms.get(term);
  if (number === undefined) {
    number = terms.size;
    terms.set(term, number);
  }
  return number;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, i * 4);
  return bytes;
}

function assemble(fields: Record<HeaderField, number>, areas: Record<Area, Uint8Array>): Buffer {
  const length = AREAS.reduce((sum, name) => sum + align(areas[name].length), HEADER_BYTES);
  // Not from the shared pool: a segment is kept for a long time.
  const bytes = Buffer.alloc(length);
  let position = CHECKED_FROM;
  for (const name of HEADER_FIELDS) position = bytes.writeUInt32LE(fields[name], position);
  for (const name of AREAS) position = bytes.writeUInt32LE(areas[name].length, position);
  for (const name of AREAS) {
    bytes.set(areas[name], position);
    position += align(areas[name].length);
  }
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(FORMAT_VERSION, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 8);
  return bytes;
}
