import { MeteredCache } from '../../platform/metrics/metered-cache.ts';
import { limitEntries } from '../http/entry-limit.ts';

/** A cached value, and whether it still is what the cache holds. */
export interface CacheEntry<Value> {
  readonly value: Value;
  isCurrent: boolean;
}

/**
 * Caches rows that can change (tokens, memberships, spaces, collections) under their key until they are invalidated.
 * A load that was under way when its key was invalidated is handed out but not kept: it may have read the
 * row from before the change.
 */
export class PointerCache<Value extends object> {
  readonly #load: (key: string) => Promise<Value | undefined>;
  readonly #entries: MeteredCache<string, CacheEntry<Value>>;
  readonly #loading = new Map<string, Promise<Value | undefined>>();
  #isSuspended = false;

  /** `name`: of the cache, in metrics. */
  constructor(maximum: number, load: (key: string) => Promise<Value | undefined>, name = 'pointers') {
    this.#load = load;
    this.#entries = new MeteredCache<string, CacheEntry<Value>>(name, {
      ...limitEntries(maximum),
      // However an entry leaves the cache, its holders see that.
      dispose: (entry) => {
        entry.isCurrent = false;
      },
    });
  }

  /** The cached value, without waiting; undefined when it must be loaded. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The cached value with its mark, which later shows whether the value has been dropped or replaced. */
  peekEntry(key: string): Readonly<CacheEntry<Value>> | undefined {
    return this.#entries.get(key);
  }

  async find(key: string): Promise<Value | undefined> {
    const cached = this.peek(key);
    if (cached) return cached;
    const underWay = this.#loading.get(key);
    if (underWay) return underWay;
    const loading = this.#load(key);
    this.#loading.set(key, loading);
    try {
      const value = await loading;
      const isCurrent = this.#loading.get(key) === loading;
      if (value && isCurrent && !this.#isSuspended) this.#entries.set(key, { value, isCurrent: true });
      return value;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  /**
   * Reloads the value on its next use. For values that are merely old: unlike an invalidation, no decision was wrong.
   */
  drop(key: string): void {
    this.#entries.delete(key);
  }

  invalidate(key: string): void {
    this.#entries.delete(key);
    this.#loading.delete(key);
  }

  /**
   * Puts what `change` makes of a cached value in its place; undefined invalidates it. A load that is under way is
   * handed
   * out but not kept, as after an invalidation.
   */
  replace(key: string, change: (value: Value) => Value | undefined): void {
    this.#loading.delete(key);
    const cached = this.peek(key);
    const value = cached && change(cached);
    if (value === cached) return;
    if (value) this.#entries.set(key, { value, isCurrent: true });
    else this.#entries.delete(key);
  }

  /** Invalidates every value for which `matches` returns true, and every load in progress. */
  invalidateWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries.entries()) if (matches(value)) this.#entries.delete(key);
    this.#loading.clear();
  }

  /** While news of changes cannot arrive nothing is kept. */
  suspend(): void {
    this.#isSuspended = true;
    this.#entries.clear();
    this.#loading.clear();
  }

  /**
   * Notifications arrive from now on. Values that were cached or are being loaded may predate changes that were missed:
   * at the start, and where a connection was lost and restored before that was noticed.
   */
  resume(): void {
    this.suspend();
    this.#isSuspended = false;
  }
}
