interface Range {
  start: number;
  end: number;
}

export const shift = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });

type Entry = readonly [key: string, range: Range];

interface RangePiece {
  prefix: string;
  blockRanges: readonly Entry[];
}

interface RangePieces {
  pieces: readonly RangePiece[];
  starts: readonly number[];
}

/** Prefixes that are searched for one by one; if there are more, all are put in a map. */
const MAX_SEARCHES = 16;

/**
 * The ranges of blocks by their keys. Those of a block that was taken as it was built before are computed when one of
 * them is asked for: an edit needs the ranges of few blocks, and a page has thousands.
 */
export class RangeMap extends Map<string, Range> {
  /** The ranges of blocks, as offsets in their texts, by what their keys begin with, and where the texts begin. */
  readonly #replayed = new Map<string, { ranges: readonly Entry[]; start: number }>();

  /** The pieces of a source that have not been looked into, all of them or none. */
  #pieces: RangePieces | undefined;
  readonly #found = new Set<string>();

  /** `prefix`: what the keys begin with; no other block of the source has keys that begin so. */
  replay(prefix: string, ranges: readonly Entry[], start: number): void {
    this.#replayed.set(prefix, { ranges, start });
  }

  /** Takes the ranges of all blocks of a source. */
  replayAll(pieces: RangePieces): void {
    this.#pieces = pieces;
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
    if (this.#replayed.size > 0 || this.#pieces) this.#compute(key.slice(0, key.search(/[-/]|$/)));
  }

  #computeAll(): void {
    this.#replayPieces();
    for (const prefix of this.#replayed.keys()) this.#compute(prefix);
  }

  #replayPieces(): void {
    if (!this.#pieces) return;
    const { pieces, starts } = this.#pieces;
    this.#pieces = undefined;
    for (const [at, { prefix, blockRanges }] of pieces.entries())
      if (!this.#found.has(prefix)) this.replay(prefix, blockRanges, starts[at] as number);
  }

  #compute(prefix: string): void {
    if (this.#pieces && !this.#found.has(prefix)) {
      if (this.#found.size >= MAX_SEARCHES) this.#replayPieces();
      else {
        const { pieces, starts } = this.#pieces;
        const at = pieces.findIndex((piece) => piece.prefix === prefix);
        if (at >= 0) this.replay(prefix, (pieces[at] as RangePiece).blockRanges, starts[at] as number);
        this.#found.add(prefix);
      }
    }
    const replayed = this.#replayed.get(prefix);
    if (!replayed) return;
    this.#replayed.delete(prefix);
    for (const [key, range] of replayed.ranges) this.set(key, shift(range, replayed.start));
  }
}
