import { applyChange, type Change } from './changes.ts';
import type { Pointers } from './pointers.ts';

/** Something other than the cached pointers that depends on changes. Called after the pointers were updated. */
export interface ChangeListener {
  onChange(change: Change): void;
  /** No news of other processes can arrive. */
  onLost(): void;
  /** News arrives from now on. What happened in the meantime is not reported. */
  onRestored(): void;
}

/** Tells of changes: of those of this process at their commit, and of all when their notification arrives. */
export class ChangeNews {
  readonly #pointers: Pointers;
  readonly #listeners = new Set<ChangeListener>();

  constructor(pointers: Pointers) {
    this.#pointers = pointers;
  }

  /** Returns the function that ends it. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(change: Change): void {
    applyChange(this.#pointers, change);
    for (const listener of this.#listeners) listener.onChange(change);
  }

  /** Nothing may be cached until news arrives again. */
  lose(): void {
    for (const cache of Object.values(this.#pointers)) cache.suspend();
    for (const listener of this.#listeners) listener.onLost();
  }

  restore(): void {
    for (const cache of Object.values(this.#pointers)) cache.resume();
    for (const listener of this.#listeners) listener.onRestored();
  }
}
