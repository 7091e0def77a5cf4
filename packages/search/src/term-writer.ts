import { ByteWriter } from './byte-writer.ts';
import { BLOCK_TERMS } from './segment-format.ts';

/** The numbers written with each term. */
export interface WrittenTerm {
  pages: number;
  sections: number;
  /** Pages below a title that has it. */
  below: number;
  /** The bytes of its postings, and where they begin. */
  postings: { start: number; length: number };
}

/** Writes sorted terms in blocks. */
export class TermWriter {
  readonly terms = new ByteWriter();
  /** For each block, where it begins in `terms` and where its postings begin. */
  readonly blocks: number[] = [];
  count = 0;
  #before: Uint8Array = Buffer.alloc(0);

  /** Whether the next term begins a block. */
  get isAtBlock(): boolean {
    return this.count % BLOCK_TERMS === 0;
  }

  /** `bytes` must not change before the next one is added. */
  add(bytes: Uint8Array, { pages, sections, below, postings }: WrittenTerm): void {
    if (this.isAtBlock) {
      this.blocks.push(this.terms.length, postings.start);
      this.#before = Buffer.alloc(0);
    }
    const shared = sharedBytes(this.#before, bytes);
    this.terms.varint(shared);
    this.terms.varint(bytes.length - shared);
    this.terms.bytes(shared === 0 ? bytes : bytes.subarray(shared));
    this.terms.varint(pages);
    // Few terms are in titles above pages, and walks through all terms read each number.
    this.terms.varint(sections * 2 + (below > 0 ? 1 : 0));
    if (below > 0) this.terms.varint(below);
    this.terms.varint(postings.length);
    this.#before = bytes;
    this.count += 1;
  }
}

/** Returns the number of leading bytes that two terms share; no character is split. */
function sharedBytes(left: Uint8Array, right: Uint8Array): number {
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  while (shared > 0 && ((right[shared] ?? 0) & 0xc0) === 0x80) shared -= 1;
  return shared;
}
