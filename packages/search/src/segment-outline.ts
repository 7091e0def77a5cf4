import type { Lookup } from './find-lookups.ts';
import { type SearchedTerms, Segment } from './segment.ts';
import { BLOCK_TERMS } from './segment-format.ts';
import { numbersOf, readOutline, type SegmentLayout } from './segment-layout.ts';

/** A part of the bytes of a segment. */
export interface ByteRange {
  start: number;
  length: number;
}

/** Blocks of terms that follow each other. */
interface Run {
  from: number;
  /** The block after the last one. */
  to: number;
}

/** Blocks of a segment, and the parts of its bytes that hold them. */
export interface SegmentCut {
  runs: Run[];
  /** First those of the terms, then those of their postings. */
  ranges: ByteRange[];
}

/**
 * A segment without its terms and postings, a tenth of its bytes. It shows in which blocks of terms a query can find
 * something; a segment of only these blocks gives the same answers as the whole one.
 */
export class SegmentOutline {
  /** Throws a `SegmentError` for anything but the part of a segment before its terms. Its checksum is not verified. */
  static open(bytes: Buffer): SegmentOutline {
    return new SegmentOutline(readOutline(bytes));
  }

  /** Has the pages of the segment and none of its terms. */
  readonly pages: Segment;
  readonly #layout: SegmentLayout;
  readonly #blockCount: number;
  readonly #blocks: Uint32Array;
  readonly #separatorStarts: Uint32Array;
  readonly #separators: Buffer;

  private constructor(layout: SegmentLayout) {
    const { blockCount } = layout.fields;
    const { start, end } = layout.areas.separators;
    this.#layout = layout;
    this.#blockCount = blockCount;
    this.#blocks = numbersOf(layout, 'blocks', blockCount * 2);
    this.#separatorStarts = numbersOf(layout, 'separatorStarts', blockCount + 1);
    this.#separators = layout.bytes.subarray(start, end);
    this.pages = new Segment(layout, NO_TERMS);
  }

  get byteLength(): number {
    return this.#layout.bytes.length;
  }

  get language(): string | null {
    return this.pages.language;
  }

  /** The part of the segment that holds its terms. */
  get termRange(): ByteRange {
    const { start, end } = this.#layout.areas.terms;
    return { start, length: end - start };
  }

  /** All terms, of the bytes that hold them. */
  openTerms(terms: Uint8Array): SearchedTerms {
    const { termCount } = this.#layout.fields;
    return { termCount, blockCount: this.#blockCount, blocks: this.#blocks, terms };
  }

  /** The blocks that can have what is looked up. */
  cutFor(lookups: readonly Lookup[]): SegmentCut {
    const runs = joinRuns(this.#blockCount === 0 ? [] : lookups.map((lookup) => this.#find(lookup)));
    const { terms, postings } = this.#layout.areas;
    return {
      runs,
      ranges: [
        ...runs.map((run) => this.#rangeOf(run, 0, terms)),
        ...runs.map((run) => this.#rangeOf(run, 1, postings)),
      ],
    };
  }

  /** The segment of only these blocks. `bytes`: what the ranges of the cut hold, one after the other. */
  open({ runs, ranges }: SegmentCut, bytes: Uint8Array): Segment {
    if (runs.length === 0) return this.pages;
    const blocks: number[] = [];
    let termsAt = 0;
    let postingsAt = 0;
    for (const [n, { from, to }] of runs.entries()) {
      for (let block = from; block < to; block += 1) {
        blocks.push(
          termsAt + (this.#blocks[block * 2] as number) - (this.#blocks[from * 2] as number),
          postingsAt + (this.#blocks[block * 2 + 1] as number) - (this.#blocks[from * 2 + 1] as number),
        );
      }
      termsAt += (ranges[n] as ByteRange).length;
      postingsAt += (ranges[runs.length + n] as ByteRange).length;
    }
    // Only the last block of a segment may be shorter than others, and it is the last of any cut.
    const hasLast = runs.at(-1)?.to === this.#blockCount;
    const missing = hasLast ? this.#blockCount * BLOCK_TERMS - this.#layout.fields.termCount : 0;
    return new Segment(this.#layout, {
      termCount: (blocks.length / 2) * BLOCK_TERMS - missing,
      blocks: Uint32Array.from(blocks),
      terms: bytes.subarray(0, termsAt),
      postings: bytes.subarray(termsAt, termsAt + postingsAt),
    });
  }

  #rangeOf({ from, to }: Run, column: 0 | 1, area: { start: number; end: number }): ByteRange {
    const start = area.start + (this.#blocks[from * 2 + column] as number);
    const end = to < this.#blockCount ? area.start + (this.#blocks[to * 2 + column] as number) : area.end;
    return { start, length: end - start };
  }

  #find({ bytes, isPrefix }: Lookup): Run {
    let low = 0;
    let high = this.#blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compareSeparator(middle, bytes) <= 0) low = middle;
      else high = middle - 1;
    }
    let to = low + 1;
    if (isPrefix) while (to < this.#blockCount && this.#startsWith(to, bytes)) to += 1;
    return { from: low, to };
  }

  #compareSeparator(block: number, target: Uint8Array): number {
    const start = this.#separatorStarts[block] as number;
    const length = (this.#separatorStarts[block + 1] as number) - start;
    const shorter = Math.min(length, target.length);
    for (let i = 0; i < shorter; i += 1) {
      const difference = (this.#separators[start + i] as number) - (target[i] as number);
      if (difference !== 0) return difference;
    }
    return length - target.length;
  }

  #startsWith(block: number, target: Uint8Array): boolean {
    const start = this.#separatorStarts[block] as number;
    if ((this.#separatorStarts[block + 1] as number) - start < target.length) return false;
    for (let i = 0; i < target.length; i += 1) if (this.#separators[start + i] !== target[i]) return false;
    return true;
  }
}

const NO_TERMS = {
  termCount: 0,
  blocks: new Uint32Array(),
  terms: new Uint8Array(),
  postings: new Uint8Array(),
};

/** In order, each block in one run. */
function joinRuns(runs: Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs.sort((left, right) => left.from - right.from)) {
    const last = joined.at(-1);
    if (last && run.from <= last.to) last.to = Math.max(last.to, run.to);
    else joined.push(run);
  }
  return joined;
}
