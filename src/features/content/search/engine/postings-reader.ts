import type { Segment } from './segment.ts';

/** Reads numbers from the postings of a segment, one after the other. */
export class PostingsReader {
  position: number;
  readonly #postings: Uint8Array;

  constructor({ postings }: Segment, at: number) {
    this.#postings = postings;
    this.position = at;
  }

  next(): number {
    const postings = this.#postings;
    let byte = postings[this.position++] as number;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 128; factor < 2 ** 35; factor *= 128) {
      byte = postings[this.position++] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    return value;
  }

  skip(count: number): void {
    for (let n = 0; n < count; n += 1) while ((this.#postings[this.position++] as number) >= 0x80);
  }
}
