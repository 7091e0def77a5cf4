import type { Area } from './segment-format.ts';
import { damaged, numbersOf, readWhole, type SegmentLayout } from './segment-layout.ts';

/** The terms in blocks, with their postings. */
export interface Dictionary {
  termCount: number;
  /** For each block, where it begins in `terms` and where its postings begin. */
  blocks: Uint32Array;
  terms: Uint8Array;
  postings: Uint8Array;
}

/** The terms of a segment, as far as they are looked through. */
export type SearchedTerms = Pick<Segment, 'termCount' | 'blockCount' | 'blocks' | 'terms'>;

/** An index of some pages, read from its bytes where they are: opening one decodes nothing. */
export class Segment {
  /** Throws a `SegmentError` for anything but the bytes that a `SegmentWriter` made. */
  static open(bytes: Buffer): Segment {
    const layout = readWhole(bytes);
    const { terms, postings } = layout.areas;
    return new Segment(layout, {
      termCount: layout.fields.termCount,
      blocks: numbersOf(layout, 'blocks', layout.fields.blockCount * 2),
      terms: layout.bytes.subarray(terms.start, terms.end),
      postings: layout.bytes.subarray(postings.start, postings.end),
    });
  }

  readonly byteLength: number;
  readonly pageCount: number;
  readonly sectionCount: number;
  readonly termCount: number;
  readonly blockCount: number;
  /** Words of all texts, headings and titles: for what is usual. */
  readonly bodyWords: number;
  readonly headingWords: number;
  readonly titleWords: number;
  readonly language: string | null;
  /** For each page, `hashTitlesAbove` of the titles above it. */
  readonly aboveHashes: Uint32Array;
  /** For each page, its first section, and an end. */
  readonly firstSections: Uint32Array;
  readonly titleHashes: Uint32Array;
  readonly documentTitleHashes: Uint32Array;
  readonly headingHashes: Uint32Array;
  readonly titleLengths: Uint8Array;
  readonly documentTitleLengths: Uint8Array;
  readonly headingLengths: Uint8Array;
  readonly bodyLengths: Uint8Array;
  readonly continuations: Uint8Array;
  readonly blocks: Uint32Array;
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
  readonly #pageIdStarts: Uint32Array;
  readonly #pageIds: Buffer;
  readonly #pageKeys: Buffer;

  /** `dictionary`: all terms of the segment, or some. */
  constructor(layout: SegmentLayout, dictionary: Dictionary) {
    const { bytes, fields, areas } = layout;
    this.byteLength = bytes.length;
    this.pageCount = fields.pageCount;
    this.sectionCount = fields.sectionCount;
    this.termCount = dictionary.termCount;
    this.blockCount = dictionary.blocks.length / 2;
    this.bodyWords = fields.bodyWords;
    this.headingWords = fields.headingWords;
    this.titleWords = fields.titleWords;
    const part = (name: Area): Buffer => bytes.subarray(areas[name].start, areas[name].end);
    const numbers = (name: Area, count: number): Uint32Array => numbersOf(layout, name, count);
    const small = (name: Area, count: number): Uint8Array => {
      if (areas[name].end - areas[name].start !== count) throw damaged();
      return part(name);
    };
    this.language = part('language').toString() || null;
    this.#pageIdStarts = numbers('pageIdStarts', this.pageCount + 1);
    this.#pageIds = part('pageIds');
    this.#pageKeys = part('pageKeys');
    this.aboveHashes = numbers('aboveHashes', this.pageCount);
    this.firstSections = numbers('firstSections', this.pageCount + 1);
    this.titleHashes = numbers('titleHashes', this.pageCount);
    this.documentTitleHashes = numbers('documentTitleHashes', this.pageCount);
    this.headingHashes = numbers('headingHashes', this.sectionCount);
    this.titleLengths = small('titleLengths', this.pageCount);
    this.documentTitleLengths = small('documentTitleLengths', this.pageCount);
    this.headingLengths = small('headingLengths', this.sectionCount);
    this.bodyLengths = small('bodyLengths', this.sectionCount);
    this.continuations = small('continuations', this.sectionCount);
    this.blocks = dictionary.blocks;
    this.terms = dictionary.terms;
    this.postings = dictionary.postings;
  }

  pageId(ordinal: number): string {
    return this.#pageIds.toString('utf8', this.#pageIdStarts[ordinal], this.#pageIdStarts[ordinal + 1]);
  }

  /** Less than 0 if the id of a page sorts before that of another page, of this segment or another. */
  comparePageIds(ordinal: number, other: Segment, otherOrdinal: number): number {
    const starts = this.#pageIdStarts;
    const otherStarts = other.#pageIdStarts;
    let at = starts[ordinal] as number;
    let otherAt = otherStarts[otherOrdinal] as number;
    const length = (starts[ordinal + 1] as number) - at;
    const otherLength = (otherStarts[otherOrdinal + 1] as number) - otherAt;
    for (let left = Math.min(length, otherLength); left > 0; left -= 1) {
      const difference = (this.#pageIds[at++] as number) - (other.#pageIds[otherAt++] as number);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** 16 bytes; a view that is not to be written to. */
  pageKey(ordinal: number): Buffer {
    return this.#pageKeys.subarray(ordinal * 16, ordinal * 16 + 16);
  }
}
