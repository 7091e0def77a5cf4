import { LRUCache } from 'lru-cache';
import { limitEntries } from '../http/entry-limit.ts';

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
    this.#values = new LRUCache(limitEntries(maximum));
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

  /**
   * Reloads the value on its next use. For values that are merely old: unlike an invalidation, no decision was wrong.
   */
  drop(key: string): void {
    this.#values.delete(key);
  }

  invalidate(key: string): void {
    this.#invalidations += 1;
    this.#values.delete(key);
    this.#loading.delete(key);
  }

  /** Invalidates every value for which `matches` returns true, and every load in progress. */
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
   * Notifications arrive from now on. Values that were cached or are being loaded may predate changes that were missed:
   * at the start, and where a connection was lost and restored before that was noticed.
   */
  resume(): void {
    this.suspend();
    this.#isSuspended = false;
  }
}
