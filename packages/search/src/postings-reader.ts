import type { Segment } from './segment.ts';

/** Reads numbers from the postings of a segment, one after the other. */
export class PostingsReader {
  position: number;
  readonly #postings: Uint8Array;

  constructor({ postings }: Pick<Segment, 'postings'>, at: number) {
    this.#postings = postings;
    this.position = at;
  }

  next(): number {
    const byte = this.#postings[this.position++] as number;
    if (byte < 0x80) return byte;
    const second = this.#postings[this.position++] as number;
    const value = (byte & 0x7f) | ((second & 0x7f) << 7);
    return second < 0x80 ? value : this.#rest(value);
  }

  #rest(beginning: number): number {
    let value = beginning;
    for (let factor = 2 ** 14; factor < 2 ** 35; factor *= 128) {
      const byte = this.#postings[this.position++] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    return value;
  }

  skip(count: number): void {
    const postings = this.#postings;
    let { position } = this;
    // A number ends with a byte below 0x80.
    for (let left = count; left > 0; position += 1) left -= ((postings[position] as number) >>> 7) ^ 1;
    this.position = position;
  }
}
