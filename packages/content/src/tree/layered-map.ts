/** How many changes lie above a map before they become part of it: this part of its entries, but at least so many. */
const MIN_CHANGES = 32;
const CHANGED_PART = 1 / 32;

/**
 * A map that is forked at little cost: the entries of a fork that differ from the map below it lie in a layer above.
 */
export class LayeredMap<Key, Value extends NonNullable<unknown>> {
  readonly #base: ReadonlyMap<Key, Value>;
  /** Undefined: removed. */
  readonly #changes: Map<Key, Value | undefined>;
  #size: number;

  constructor(base: ReadonlyMap<Key, Value>, changes = new Map<Key, Value | undefined>(), size = base.size) {
    this.#base = base;
    this.#changes = changes;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: Key): Value | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  set(key: Key, value: Value): void {
    if (!this.has(key)) this.#size += 1;
    this.#changes.set(key, value);
  }

  delete(key: Key): void {
    if (!this.has(key)) return;
    this.#size -= 1;
    this.#changes.set(key, undefined);
  }

  *entries(): Generator<[Key, Value]> {
    for (const [key, value] of this.#base) if (!this.#changes.has(key)) yield [key, value];
    for (const [key, value] of this.#changes) if (value !== undefined) yield [key, value];
  }

  /** A map with the same entries that can change on its own; this one must not change anymore. */
  fork(): LayeredMap<Key, Value> {
    if (this.#changes.size <= Math.max(MIN_CHANGES, this.#base.size * CHANGED_PART))
      return new LayeredMap(this.#base, new Map(this.#changes), this.#size);
    return new LayeredMap(new Map(this.entries()));
  }
}
