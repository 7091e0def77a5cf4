interface Range {
  start: number;
  end: number;
}

export const shift = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });

type Entry = [key: string, range: Range];

/**
 * The ranges of blocks by their keys. Those of a block that was taken as it was built before are computed when one of
 * them is asked for: an edit needs the ranges of few blocks, and a page has thousands.
 */
export class RangeMap extends Map<string, Range> {
  /** The ranges of blocks, as offsets in their texts, by what their keys begin with, and where the texts begin. */
  readonly #replayed = new Map<string, { ranges: readonly Entry[]; start: number }>();

  /** `prefix`: what the keys begin with; no other block of the source has keys that begin so. */
  replay(prefix: string, ranges: readonly Entry[], start: number): void {
    this.#replayed.set(prefix, { ranges, start });
  }

  override get(key: string): Range | undefined {
    this.#computeFor(key);
    return super.get(key);
  }

  override has(key: string): boolean {
    this.#computeFor(key);
    return super.has(key);
  }

  override get size(): number {
    this.#computeAll();
    return super.size;
  }

  override [Symbol.iterator]() {
    return this.entries();
  }

  override entries() {
    this.#computeAll();
    return super.entries();
  }

  override keys() {
    this.#computeAll();
    return super.keys();
  }

  override values() {
    this.#computeAll();
    return super.values();
  }

  override forEach(...parameters: Parameters<Map<string, Range>['forEach']>): void {
    this.#computeAll();
    super.forEach(...parameters);
  }

  #computeFor(key: string): void {
    // What follows the prefix is the number of a node or the name of a part of a table.
    if (this.#replayed.size > 0) this.#compute(key.slice(0, key.search(/[-/]|$/)));
  }

  #computeAll(): void {
    for (const prefix of this.#replayed.keys()) this.#compute(prefix);
  }

  #compute(prefix: string): void {
    const replayed = this.#replayed.get(prefix);
    if (!replayed) return;
    this.#replayed.delete(prefix);
    for (const [key, range] of replayed.ranges) this.set(key, shift(range, replayed.start));
  }
}
