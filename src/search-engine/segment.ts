import { crc32 } from 'node:zlib';
import {
  AREAS,
  type Area,
  align,
  CHECKED_FROM,
  FORMAT_VERSION,
  HEADER_BYTES,
  HEADER_FIELDS,
  type HeaderField,
  MAGIC,
} from './segment-format.ts';

/** Bytes that are no segment, or no longer whole. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError';
}

/** An index of some pages, read from its bytes where they are: opening one decodes nothing. */
export class Segment {
  /** Throws a `SegmentError` for anything but the bytes that a `SegmentWriter` made. */
  static open(bytes: Buffer): Segment {
    return new Segment(bytes);
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

  private constructor(given: Buffer) {
    const { bytes, fields, areas } = readLayout(given);
    this.byteLength = bytes.length;
    this.pageCount = fields.pageCount;
    this.sectionCount = fields.sectionCount;
    this.termCount = fields.termCount;
    this.blockCount = fields.blockCount;
    this.bodyWords = fields.bodyWords;
    this.headingWords = fields.headingWords;
    this.titleWords = fields.titleWords;
    const part = (name: Area): Buffer => bytes.subarray(areas[name].start, areas[name].end);
    const numbers = (name: Area, count: number): Uint32Array => {
      const { start, end } = areas[name];
      if (end - start !== count * 4) throw damaged();
      return new Uint32Array(bytes.buffer, bytes.byteOffset + start, count);
    };
    const small = (name: Area, count: number): Uint8Array => {
      if (areas[name].end - areas[name].start !== count) throw damaged();
      return part(name);
    };
    this.language = part('language').toString() || null;
    this.#pageIdStarts = numbers('pageIdStarts', this.pageCount + 1);
    this.#pageIds = part('pageIds');
    this.#pageKeys = part('pageKeys');
    this.firstSections = numbers('firstSections', this.pageCount + 1);
    this.titleHashes = numbers('titleHashes', this.pageCount);
    this.documentTitleHashes = numbers('documentTitleHashes', this.pageCount);
    this.headingHashes = numbers('headingHashes', this.sectionCount);
    this.titleLengths = small('titleLengths', this.pageCount);
    this.documentTitleLengths = small('documentTitleLengths', this.pageCount);
    this.headingLengths = small('headingLengths', this.sectionCount);
    this.bodyLengths = small('bodyLengths', this.sectionCount);
    this.continuations = small('continuations', this.sectionCount);
    this.blocks = numbers('blocks', this.blockCount * 2);
    this.terms = part('terms');
    this.postings = part('postings');
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

const damaged = () => new SegmentError('The search segment is damaged: it is not as long as it says.');

function readLayout(given: Buffer) {
  if (given.length < HEADER_BYTES || given.readUInt32LE(0) !== MAGIC)
    throw new SegmentError('These bytes are no search segment.');
  const version = given.readUInt32LE(4);
  if (version !== FORMAT_VERSION)
    throw new SegmentError(`The search segment has the format ${version}, not ${FORMAT_VERSION}.`);
  const fields = {} as Record<HeaderField, number>;
  const areas = {} as Record<Area, { start: number; end: number }>;
  let position = CHECKED_FROM;
  for (const name of HEADER_FIELDS) {
    fields[name] = given.readUInt32LE(position);
    position += 4;
  }
  let start = HEADER_BYTES;
  for (const name of AREAS) {
    const end = start + given.readUInt32LE(position);
    areas[name] = { start, end };
    position += 4;
    start = HEADER_BYTES + align(end - HEADER_BYTES);
  }
  if (start !== given.length || given.readUInt32LE(8) !== crc32(given.subarray(CHECKED_FROM)))
    throw damaged();
  // Views of 32 bits begin at multiples of four; a driver's buffers need not.
  const bytes = given.byteOffset % 4 === 0 ? given : Buffer.from(copyOf(given));
  return { bytes, fields, areas };
}

const copyOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
