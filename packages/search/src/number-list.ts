/** Unsigned numbers of 32 bits, more and more of them. */
export class NumberList {
  #numbers = new Uint32Array(1 << 9);
  length = 0;

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length] = value;
    this.length += 1;
  }

  /** Returns the numbers pushed so far; valid until the next push. */
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
