import { crc32 } from 'node:zlib';
import { ByteWriter } from './byte-writer.ts';
import { type HashedWords, hashWords } from './hash-words.ts';
import type { IndexedPage } from './indexed-page.ts';
import {
  AREAS,
  type Area,
  align,
  BLOCK_TERMS,
  CHECKED_FROM,
  countOf,
  FIELD_BITS,
  FORMAT_VERSION,
  FREQUENCY_BITS,
  HEADER_BYTES,
  HEADER_FIELDS,
  type HeaderField,
  IN_DESCRIPTION,
  IN_DOCUMENT_TITLE,
  IN_LINK_TITLE,
  IN_PATH,
  IN_TITLE,
  MAGIC,
  packFrequency,
  packLength,
} from './segment-format.ts';
import { tokenize } from './tokenize.ts';

/** The bytes of an immutable index of some pages, which `Segment.open` reads. The same pages make the same bytes. */
export function writeSegment(pages: Iterable<IndexedPage>, language: string | null): Buffer {
  const writer = createSegmentWriter(language);
  for (const page of pages) writer.add(page);
  return writer.finish();
}

/** A segment that is written page by page, for who lets others have their turn between two pages. */
export interface SegmentWriter {
  add(page: IndexedPage): void;
  finish(): Buffer;
}

export function createSegmentWriter(language: string | null): SegmentWriter {
  const index = createIndex();
  return { add: (page) => addPage(index, page), finish: () => finishSegment(index, language) };
}

function finishSegment(index: Index, language: string | null): Buffer {
  const terms = writeTerms(index.terms);
  const { tables, counts } = index;
  return assemble(
    { ...counts, termCount: index.terms.size, blockCount: terms.blocks.length / 2 },
    {
      language: Buffer.from(language ?? ''),
      pageIdStarts: numbers([...tables.pageIdStarts, tables.pageIds.length]),
      pageIds: tables.pageIds.view(),
      pageKeys: tables.pageKeys.view(),
      firstSections: numbers([...tables.firstSections, counts.sectionCount]),
      titleHashes: numbers(tables.titleHashes),
      documentTitleHashes: numbers(tables.documentTitleHashes),
      headingHashes: numbers(tables.headingHashes),
      titleLengths: Uint8Array.from(tables.titleLengths),
      documentTitleLengths: Uint8Array.from(tables.documentTitleLengths),
      headingLengths: Uint8Array.from(tables.headingLengths),
      bodyLengths: Uint8Array.from(tables.bodyLengths),
      continuations: Uint8Array.from(tables.continuations),
      blocks: numbers(terms.blocks),
      terms: terms.terms.view(),
      postings: terms.postings.view(),
    },
  );
}

/** Where a term stands. What concerns the page or the section at hand is packed when the next one comes. */
interface TermEntry {
  pages: number[];
  sections: number[];
  page: number;
  fields: number;
  section: number;
  inHeading: boolean;
  count: number;
  /** Where in the section it stands, for each section how often before it. */
  positions: number[];
  current: number[];
}

/** Of a word that stands in a section ever so often, so many places are known. */
const MAXIMUM_POSITIONS = 30;

function createIndex() {
  return {
    terms: new Map<string, TermEntry>(),
    counts: { pageCount: 0, sectionCount: 0, bodyWords: 0, headingWords: 0, titleWords: 0 },
    tables: {
      pageIdStarts: [] as number[],
      pageIds: new ByteWriter(),
      pageKeys: new ByteWriter(),
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

function addPage({ terms, tables, counts }: Index, page: IndexedPage): void {
  if (page.key.length !== 16) throw new RangeError('A page is indexed under a key of 16 bytes.');
  const ordinal = counts.pageCount;
  tables.pageIdStarts.push(tables.pageIds.length);
  tables.pageIds.bytes(Buffer.from(page.pageId));
  tables.pageKeys.bytes(page.key);
  tables.firstSections.push(counts.sectionCount);
  const addField = (text: string | undefined, field: number): HashedWords =>
    hashWords(text ?? '', (term) => {
      const entry = entryOf(terms, term);
      if (entry.page !== ordinal) {
        packPage(entry);
        entry.page = ordinal;
      }
      entry.fields |= field;
    });
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
  for (const [n, section] of page.sections.entries()) {
    const before = page.sections[n - 1];
    const isContinued =
      before !== undefined && before.anchor === section.anchor && before.title === section.title;
    const entryIn = (term: string): TermEntry => {
      const entry = entryOf(terms, term);
      if (entry.section !== counts.sectionCount) {
        packSection(entry);
        entry.section = counts.sectionCount;
      }
      return entry;
    };
    const heading = hashWords(section.title, (term, from) => {
      const entry = entryIn(term);
      entry.inHeading = true;
      addPosition(entry, from);
    });
    const words = tokenize(section.text, (term, _kind, from) => {
      const entry = entryIn(term);
      entry.count += 1;
      addPosition(entry, heading.words + 1 + from);
    });
    tables.headingHashes.push(heading.hash);
    tables.headingLengths.push(packLength(heading.words));
    tables.bodyLengths.push(packLength(words));
    tables.continuations.push(isContinued ? 1 : 0);
    counts.headingWords += heading.words;
    counts.bodyWords += words;
    counts.sectionCount += 1;
  }
  counts.pageCount += 1;
}

function entryOf(terms: Map<string, TermEntry>, term: string): TermEntry {
  let entry = terms.get(term);
  if (!entry) {
    entry = {
      pages: [],
      sections: [],
      page: -1,
      fields: 0,
      section: -1,
      inHeading: false,
      count: 0,
      positions: [],
      current: [],
    };
    terms.set(term, entry);
  }
  return entry;
}

function packPage(entry: TermEntry): void {
  if (entry.page >= 0) entry.pages.push(entry.page * (1 << FIELD_BITS) + entry.fields);
  entry.fields = 0;
}

function packSection(entry: TermEntry): void {
  const { current } = entry;
  if (entry.section >= 0) {
    const code = packFrequency(entry.inHeading, entry.count);
    entry.sections.push(entry.section * (1 << FREQUENCY_BITS) + code);
    if (countOf(code) === undefined) entry.positions.push(current.length);
    for (const [i, position] of current.entries()) entry.positions.push(position - (current[i - 1] ?? 0));
  }
  entry.inHeading = false;
  entry.count = 0;
  current.length = 0;
}

function addPosition({ current }: TermEntry, position: number): void {
  if (current.length < MAXIMUM_POSITIONS) current.push(position);
}

function writeTerms(entries: ReadonlyMap<string, TermEntry>) {
  const sorted = [...entries]
    .map(([term, entry]) => ({ bytes: Buffer.from(term), entry }))
    .sort((left, right) => Buffer.compare(left.bytes, right.bytes));
  const terms = new ByteWriter();
  const postings = new ByteWriter();
  const blocks: number[] = [];
  let before = Buffer.alloc(0);
  for (const [n, { bytes, entry }] of sorted.entries()) {
    if (n % BLOCK_TERMS === 0) {
      blocks.push(terms.length, postings.length);
      before = Buffer.alloc(0);
    }
    packPage(entry);
    packSection(entry);
    const start = postings.length;
    writeOrdinals(postings, entry.pages, FIELD_BITS);
    writeOrdinals(postings, entry.sections, FREQUENCY_BITS);
    for (const position of entry.positions) postings.varint(position);
    const shared = sharedBytes(before, bytes);
    terms.varint(shared);
    terms.varint(bytes.length - shared);
    terms.bytes(bytes.subarray(shared));
    terms.varint(entry.pages.length);
    terms.varint(entry.sections.length);
    terms.varint(postings.length - start);
    before = bytes;
  }
  return { terms, postings, blocks };
}

/** How many bytes two terms begin with alike; no character is torn. */
function sharedBytes(left: Buffer, right: Buffer): number {
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  while (shared > 0 && ((right[shared] ?? 0) & 0xc0) === 0x80) shared -= 1;
  return shared;
}

function writeOrdinals(writer: ByteWriter, packed: readonly number[], bits: number): void {
  const low = (1 << bits) - 1;
  let before = 0;
  for (const value of packed) {
    const ordinal = Math.floor(value / (low + 1));
    writer.varint((ordinal - before) * (low + 1) + (value & low));
    before = ordinal;
  }
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, i * 4);
  return bytes;
}

function assemble(fields: Record<HeaderField, number>, areas: Record<Area, Uint8Array>): Buffer {
  const length = AREAS.reduce((sum, name) => sum + align(areas[name].length), HEADER_BYTES);
  // Not of the shared pool: a segment is kept for long.
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
