import { LRUCache } from 'lru-cache';

/**
 * Caches rows that can change (tokens, memberships, spaces, collections) under their key until they are invalidated.
 * A load that was under way when its key was invalidated is handed out but not kept: it may have read the
 * row from before the change.
 */
export class PointerCache<Value extends object> {
  readonly #load: (key: string) => Promise<Value | undefined>;
  readonly #values: LRUCache<string, Value>;
  readonly #loading = new Map<string, Promise<Value | undefined>>();
  #isSuspended = false;
  #invalidations = 0;

  constructor(maximum: number, load: (key: string) => Promise<Value | undefined>) {
    this.#load = load;
    this.#values = new LRUCache({ max: maximum });
  }

  /** Another number after every invalidation; undefined while news of changes cannot arrive. */
  get epoch(): number | undefined {
    return this.#isSuspended ? undefined : this.#invalidations;
  }

  /** The cached value, without waiting; undefined when it must be loaded. */
  peek(key: string): Value | undefined {
    return this.#values.get(key);
  }

  async find(key: string): Promise<Value | undefined> {
    const cached = this.#values.get(key);
    if (cached) return cached;
    const underWay = this.#loading.get(key);
    if (underWay) return underWay;
    const loading = this.#load(key);
    this.#loading.set(key, loading);
    try {
      const value = await loading;
      const isCurrent = this.#loading.get(key) === loading;
      if (value && isCurrent && !this.#isSuspended) this.#values.set(key, value);
      return value;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  /** Loads it anew the next time. For values that grew old: unlike an invalidation, nothing was decided wrongly by it. */
  drop(key: string): void {
    this.#values.delete(key);
  }

  invalidate(key: string): void {
    this.#invalidations += 1;
    this.#values.delete(key);
    this.#loading.delete(key);
  }

  /** Invalidates every value that `matches` tells, and every load under way. */
  invalidateWhere(matches: (value: Value) => boolean): void {
    this.#invalidations += 1;
    for (const [key, value] of this.#values.entries()) if (matches(value)) this.#values.delete(key);
    this.#loading.clear();
  }

  /** While news of changes cannot arrive nothing is kept. */
  suspend(): void {
    this.#isSuspended = true;
    this.#invalidations += 1;
    this.#values.clear();
    this.#loading.clear();
  }

  /**
   * News arrives from here on. What was kept or is being loaded may be from before, when nobody heard of changes: also
   * at the start, and where a connection was lost and made anew before that was noticed.
   */
  resume(): void {
    this.suspend();
    this.#isSuspended = false;
  }
}
