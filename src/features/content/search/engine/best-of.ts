/** The places with the highest scores of many that are offered, in a heap that holds no more than are wanted. */
export class BestOf {
  readonly #maximum: number;
  readonly #places: number[] = [];
  readonly #scores: number[] = [];

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  offer(place: number, score: number): void {
    if (this.#places.length < this.#maximum) {
      this.#places.push(place);
      this.#scores.push(score);
      this.#rise(this.#places.length - 1);
    } else if (score > (this.#scores[0] as number)) {
      this.#places[0] = place;
      this.#scores[0] = score;
      this.#sink();
    }
  }

  /** Each once, in ascending order. A place may have been offered again with a higher score. */
  places(): number[] {
    return [...new Set(this.#places)].sort((left, right) => left - right);
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isAtMost(parent, at)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    const { length } = this.#places;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= length) return;
      const child = left + 1 < length && this.#isAtMost(left + 1, left) ? left + 1 : left;
      if (this.#isAtMost(at, child)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #isAtMost(one: number, other: number): boolean {
    return (this.#scores[one] as number) <= (this.#scores[other] as number);
  }

  #swap(one: number, other: number): void {
    const place = this.#places[one] as number;
    const score = this.#scores[one] as number;
    this.#places[one] = this.#places[other] as number;
    this.#scores[one] = this.#scores[other] as number;
    this.#places[other] = place;
    this.#scores[other] = score;
  }
}
