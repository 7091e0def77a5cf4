import type { SearchedTerms } from './segment.ts';
import { BLOCK_TERMS } from './segment-format.ts';

/** The position and size of a term's postings in a segment. */
export interface TermPostings {
  pages: number;
  sections: number;
  /** Pages below a title that has the term. */
  below: number;
  /** Their offset in the postings. */
  at: number;
}

/** Hardly any term is longer. */
const USUAL_BYTES = 64;

/** Walks through the terms of a segment in the order of their bytes. */
export class TermCursor {
  /** The bytes of the current term; only the first `length` count. */
  term = Buffer.allocUnsafe(USUAL_BYTES);
  length = 0;
  /** The maximum number of bytes that the term shares with the previous one. */
  shared = 0;
  pages = 0;
  sections = 0;
  below = 0;
  at = 0;
  readonly #segment: SearchedTerms;
  readonly #terms: Uint8Array;
  #position = 0;
  #ordinal = 0;
  #nextAt = 0;

  constructor(segment: SearchedTerms) {
    this.#segment = segment;
    this.#terms = segment.terms;
  }

  /**
   * Goes to the next term. False after the last one. Terms that begin with the same `skipped` bytes as the one it
   * stands at are passed over.
   */
  next(skipped = Number.POSITIVE_INFINITY): boolean {
    const { termCount } = this.#segment;
    while (this.#ordinal < termCount) {
      const isFirst = this.#ordinal % BLOCK_TERMS === 0;
      if (isFirst && this.#enterBlock(skipped)) continue;
      const written = this.#varint();
      const further = this.#varint();
      const start = this.#position;
      // The first of a block is written in full.
      const shared = isFirst ? this.#sharedWith(start, further) : written;
      const isPassed = shared >= skipped;
      if (!isPassed) {
        if (written + further > this.term.length) this.#grow(written + further);
        const { term } = this;
        for (let i = 0; i < further; i += 1) term[written + i] = this.#terms[start + i] as number;
        this.shared = shared;
        this.length = written + further;
      }
      this.#position = start + further;
      this.pages = this.#varint();
      const sections = this.#varint();
      this.sections = sections >>> 1;
      this.below = (sections & 1) === 0 ? 0 : this.#varint();
      this.at = this.#nextAt;
      this.#nextAt += this.#varint();
      this.#ordinal += 1;
      if (!isPassed) return true;
    }
    return false;
  }

  /** Begins a block, or passes over it when the next one begins with what is skipped too: terms are sorted. */
  #enterBlock(skipped: number): boolean {
    const { blocks, blockCount } = this.#segment;
    const block = this.#ordinal / BLOCK_TERMS;
    if (skipped <= this.length && block + 1 < blockCount) {
      this.#position = blocks[block * 2 + 2] as number;
      this.#varint();
      const length = this.#varint();
      if (this.#sharedWith(this.#position, length) >= skipped) {
        this.#ordinal += BLOCK_TERMS;
        return true;
      }
    }
    this.#position = blocks[block * 2] as number;
    this.#nextAt = blocks[block * 2 + 1] as number;
    return false;
  }

  /** Returns how many bytes at a position equal those of the current term. */
  #sharedWith(start: number, length: number): number {
    const end = Math.min(length, this.length);
    let shared = 0;
    while (shared < end && this.#terms[start + shared] === this.term[shared]) shared += 1;
    return shared;
  }

  /** Goes to the first term that is not before these bytes. False when there is none. */
  seek(target: Uint8Array): boolean {
    let low = 0;
    let high = this.#segment.blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compareBlock(middle, target) <= 0) low = middle;
      else high = middle - 1;
    }
    this.#ordinal = low * BLOCK_TERMS;
    this.length = 0;
    while (this.next()) if (this.compare(target) >= 0) return true;
    return false;
  }

  /** Less than 0 if the term sorts before these bytes, 0 if it equals them. */
  compare(target: Uint8Array, length = target.length): number {
    const shorter = Math.min(this.length, length);
    for (let i = 0; i < shorter; i += 1) {
      const difference = (this.term[i] as number) - (target[i] as number);
      if (difference !== 0) return difference;
    }
    return this.length - length;
  }

  startsWith(target: Uint8Array): boolean {
    if (this.length < target.length) return false;
    for (let i = 0; i < target.length; i += 1) if (this.term[i] !== target[i]) return false;
    return true;
  }

  postings(): TermPostings {
    return { pages: this.pages, sections: this.sections, below: this.below, at: this.at };
  }

  text(): string {
    return this.term.toString('utf8', 0, this.length);
  }

  #grow(length: number): void {
    const term = Buffer.allocUnsafe(2 * length);
    term.set(this.term);
    this.term = term;
  }

  #compareBlock(block: number, target: Uint8Array): number {
    this.#position = this.#segment.blocks[block * 2] as number;
    this.#varint();
    const length = this.#varint();
    const start = this.#position;
    const shorter = Math.min(length, target.length);
    for (let i = 0; i < shorter; i += 1) {
      const difference = (this.#terms[start + i] as number) - (target[i] as number);
      if (difference !== 0) return difference;
    }
    return length - target.length;
  }

  #varint(): number {
    const byte = this.#terms[this.#position++] as number;
    return byte < 0x80 ? byte : this.#rest(byte & 0x7f);
  }

  #rest(beginning: number): number {
    let value = beginning;
    for (let shift = 7; shift < 35; shift += 7) {
      const byte = this.#terms[this.#position++] as number;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  }
}

export function findTerm(segment: SearchedTerms, term: Uint8Array): TermPostings | undefined {
  const cursor = new TermCursor(segment);
  return cursor.seek(term) && cursor.compare(term) === 0 ? cursor.postings() : undefined;
}
