import { LRUCache } from 'lru-cache';
import type { Cell } from './instruments.ts';
import { cacheBytes, cacheEntries, cacheEvictions, cacheHits, cacheMisses } from './meters.ts';

/**
 * A cache whose size, hits, misses and evictions are metrics under a name. The sizes are those of the last cache of a
 * name: a process has one of each.
 */
export class MeteredCache<Key extends {}, Value extends {}, Context = unknown> extends LRUCache<
  Key,
  Value,
  Context
> {
  readonly #hits: Cell;
  readonly #misses: Cell;

  constructor(name: string, options: LRUCache.Options<Key, Value, Context>) {
    const evictions = cacheEvictions.of(name);
    super({
      ...options,
      dispose: (value, key, reason) => {
        if (reason === 'evict') evictions.value += 1;
        options.dispose?.(value, key, reason);
      },
    });
    this.#hits = cacheHits.of(name);
    this.#misses = cacheMisses.of(name);
    cacheEntries.readWith(() => this.size, name);
    // A size that does not look at its entry counts entries.
    if (options.maxSize !== undefined && options.sizeCalculation?.length !== 0)
      cacheBytes.readWith(() => this.calculatedSize, name);
  }

  override get(key: Key, options?: LRUCache.GetOptions<Key, Value, Context>): Value | undefined {
    const value = super.get(key, options);
    (value === undefined ? this.#misses : this.#hits).value += 1;
    return value;
  }
}
