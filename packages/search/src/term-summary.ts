import { ByteWriter } from './byte-writer.ts';
import type { Lookup } from './find-lookups.ts';
import { PostingsReader } from './postings-reader.ts';
import type { SearchedTerms } from './segment.ts';
import { findSimilarTerms } from './similar-terms.ts';
import { TermCursor } from './term-cursor.ts';
import { TermWriter } from './term-writer.ts';

/** How many numbers begin the bytes of a summary. */
const HEADER_NUMBERS = 4;

/** The terms of several segments, each with the segments that have it. Tells which of the segments a query needs. */
export class TermSummary {
  /** Opens what `toBytes` has written. */
  static open(bytes: Uint8Array): TermSummary {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [segmentCount = 0, termCount = 0, blockCount = 0, termsLength = 0] = Array.from(
      { length: HEADER_NUMBERS },
      (_, at) => view.getUint32(4 * at, true),
    );
    const blocks = new Uint32Array(2 * blockCount);
    const blocksStart = 4 * HEADER_NUMBERS;
    for (let at = 0; at < blocks.length; at += 1) blocks[at] = view.getUint32(blocksStart + 4 * at, true);
    const termsStart = blocksStart + blocks.byteLength;
    const terms = bytes.subarray(termsStart, termsStart + termsLength);
    const postings = bytes.subarray(termsStart + termsLength);
    return new TermSummary(segmentCount, { termCount, blockCount, blocks, terms }, postings);
  }

  readonly segmentCount: number;
  readonly #terms: SearchedTerms;
  readonly #postings: Uint8Array;

  constructor(segmentCount: number, terms: SearchedTerms, postings: Uint8Array) {
    this.segmentCount = segmentCount;
    this.#terms = terms;
    this.#postings = postings;
  }

  get byteLength(): number {
    const { blocks, terms } = this.#terms;
    return blocks.byteLength + terms.length + this.#postings.length;
  }

  /** Numbers are written with their lowest byte first, whatever the processor. */
  toBytes(): Buffer {
    const { termCount, blockCount, blocks, terms } = this.#terms;
    const numbers = [this.segmentCount, termCount, blockCount, terms.length, ...blocks];
    const head = Buffer.alloc(4 * numbers.length);
    for (const [at, number] of numbers.entries()) head.writeUInt32LE(number, 4 * at);
    return Buffer.concat([head, terms, this.#postings]);
  }

  /** For each segment, those of the lookups that find something in it. */
  findPresent(lookups: readonly Lookup[]): Lookup[][] {
    const present = this.#perSegment();
    const cursor = new TermCursor(this.#terms);
    for (const lookup of lookups) {
      const found = new Set<number>();
      const { bytes, isPrefix } = lookup;
      const isFound = (): boolean => (isPrefix ? cursor.startsWith(bytes) : cursor.compare(bytes) === 0);
      for (let more = cursor.seek(bytes); more && isFound(); more = cursor.next()) {
        for (const segment of this.#segmentsOf(cursor)) found.add(segment);
        if (found.size === this.segmentCount) break;
      }
      for (const segment of found) present[segment]?.push(lookup);
    }
    return present;
  }

  /** For each segment, its terms that are that many edits away from a word, or that begin so. */
  findSimilar(word: string, { maximum, isPrefix }: { maximum: number; isPrefix: boolean }): Lookup[][] {
    const similar = this.#perSegment();
    findSimilarTerms(this.#terms, { word, maximum, isPrefix }, (cursor) => {
      const lookup = { bytes: Buffer.from(cursor.term.subarray(0, cursor.length)), isPrefix: false };
      for (const segment of this.#segmentsOf(cursor)) similar[segment]?.push(lookup);
    });
    return similar;
  }

  #perSegment(): Lookup[][] {
    return Array.from({ length: this.segmentCount }, () => []);
  }

  *#segmentsOf({ pages, at }: TermCursor): Generator<number> {
    const isEverywhere = pages === this.segmentCount;
    const reader = new PostingsReader({ postings: this.#postings }, at);
    let segment = 0;
    for (let n = 0; n < pages; n += 1) {
      segment = isEverywhere ? n : segment + reader.next();
      yield segment;
    }
  }
}

/** Merges the terms of segments one by one, so that the caller can let others run between two of them. */
export class TermMerger {
  readonly #cursors: readonly TermCursor[];
  /** For each segment, the number that begins its next term, so that few terms are compared byte by byte. */
  readonly #beginnings: Float64Array;
  readonly #writer = new TermWriter();
  readonly #postings = new ByteWriter();

  constructor(segments: readonly SearchedTerms[]) {
    this.#cursors = segments.map((terms) => new TermCursor(terms));
    this.#beginnings = new Float64Array(segments.length);
    for (let segment = 0; segment < segments.length; segment += 1) this.#advance(segment);
  }

  /** Returns in how many segments the term was that has been added; 0 after the last one. */
  addNext(): number {
    const first = this.#findFirst();
    if (!first) return 0;
    const bytes = Buffer.from(first.term.subarray(0, first.length));
    const start = this.#postings.length;
    const segments = this.#takeSegmentsOf(bytes);
    // A term that all segments have needs no list of them.
    if (segments.length < this.#cursors.length)
      for (const [n, segment] of segments.entries())
        this.#postings.varint(n === 0 ? segment : segment - (segments[n - 1] as number));
    this.#writer.add(bytes, {
      pages: segments.length,
      sections: 0,
      below: 0,
      postings: { start, length: this.#postings.length - start },
    });
    return segments.length;
  }

  finish(): TermSummary {
    const { terms, blocks, count } = this.#writer;
    return new TermSummary(
      this.#cursors.length,
      {
        termCount: count,
        blockCount: blocks.length / 2,
        blocks: Uint32Array.from(blocks),
        terms: copyOf(terms.view()),
      },
      copyOf(this.#postings.view()),
    );
  }

  #advance(segment: number): void {
    const cursor = this.#cursors[segment] as TermCursor;
    this.#beginnings[segment] = cursor.next() ? beginningOf(cursor) : Number.POSITIVE_INFINITY;
  }

  /** The cursor with the first of the next terms. */
  #findFirst(): TermCursor | undefined {
    const beginnings = this.#beginnings;
    let least = Number.POSITIVE_INFINITY;
    let first: TermCursor | undefined;
    for (let segment = 0; segment < beginnings.length; segment += 1) {
      const beginning = beginnings[segment] as number;
      if (beginning > least || beginning === Number.POSITIVE_INFINITY) continue;
      const cursor = this.#cursors[segment] as TermCursor;
      if (first && beginning === least && cursor.compare(first.term, first.length) >= 0) continue;
      least = beginning;
      first = cursor;
    }
    return first;
  }

  /** The segments with this term, of which each goes on to its next one. */
  #takeSegmentsOf(bytes: Uint8Array): number[] {
    const segments: number[] = [];
    const least = beginningOf({ term: bytes, length: bytes.length });
    for (let segment = 0; segment < this.#beginnings.length; segment += 1) {
      if (this.#beginnings[segment] !== least) continue;
      if ((this.#cursors[segment] as TermCursor).compare(bytes) !== 0) continue;
      segments.push(segment);
      this.#advance(segment);
    }
    return segments;
  }
}

/** As many bytes as a number holds exactly. */
const BEGINNING_BYTES = 6;

/** The first bytes of a term as a number: terms with different ones are in the order of these numbers. */
function beginningOf({ term, length }: { term: Uint8Array; length: number }): number {
  let number = 0;
  for (let i = 0; i < BEGINNING_BYTES; i += 1) number = number * 256 + (i < length ? (term[i] as number) : 0);
  return number;
}

/** Without the room that the writer has reserved. */
const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);
