/** The places with the highest scores of many that are offered, in a heap that holds no more than are wanted. */
export class BestOf {
  /** A result with a lower score need not be offered. */
  least = Number.NEGATIVE_INFINITY;
  readonly #maximum: number;
  readonly #isBefore: (one: number, other: number) => boolean;
  readonly #places: number[] = [];
  readonly #scores: number[] = [];

  /** `isBefore`: which of two places with the same score is better. */
  constructor(maximum: number, isBefore = (one: number, other: number): boolean => one < other) {
    this.#maximum = maximum;
    this.#isBefore = isBefore;
    if (maximum < 1) this.least = Number.POSITIVE_INFINITY;
  }

  offer(position: number, score: number): void {
    if (score < this.least) return;
    const { length } = this.#places;
    if (length < this.#maximum) {
      this.#rise(length, position, score);
      if (length + 1 === this.#maximum) this.least = this.#scores[0] as number;
    } else if (this.#isWorse(0, position, score)) {
      this.#sink(position, score);
      this.least = this.#scores[0] as number;
    }
  }

  /** Best first. */
  places(): number[] {
    const positions = this.#places;
    const order = positions.map((_, at) => at);
    order.sort((one, other) =>
      this.#isWorse(one, positions[other] as number, this.#scores[other] as number) ? 1 : -1,
    );
    return order.map((at) => positions[at] as number);
  }

  #rise(from: number, position: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(parent, position, score)) break;
      this.#places[at] = this.#places[parent] as number;
      this.#scores[at] = this.#scores[parent] as number;
      at = parent;
    }
    this.#places[at] = position;
    this.#scores[at] = score;
  }

  /** Takes the place of the worst one. */
  #sink(position: number, score: number): void {
    const { length } = this.#places;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      const right = child + 1;
      if (
        right < length &&
        this.#isWorse(right, this.#places[child] as number, this.#scores[child] as number)
      )
        child = right;
      if (!this.#isWorse(child, position, score)) break;
      this.#places[at] = this.#places[child] as number;
      this.#scores[at] = this.#scores[child] as number;
      at = child;
    }
    this.#places[at] = position;
    this.#scores[at] = score;
  }

  #isWorse(at: number, position: number, score: number): boolean {
    const own = this.#scores[at] as number;
    return own < score || (own === score && this.#isBefore(position, this.#places[at] as number));
  }
}
