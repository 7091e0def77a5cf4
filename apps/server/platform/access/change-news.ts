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

/** `listener`: this process hears nothing. `announcer`: nobody is told anything. */
type Obstacle = 'listener' | 'announcer';

/** Tells of changes: of those of this process at their commit, and of all when their announcement arrives. */
export class ChangeNews {
  readonly #pointers: Pointers;
  readonly #listeners = new Set<ChangeListener>();
  /** Why no news can arrive. */
  readonly #obstacles = new Set<Obstacle>();

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
  lose(obstacle: Obstacle = 'listener'): void {
    const isFirst = this.#obstacles.size === 0;
    this.#obstacles.add(obstacle);
    if (!isFirst) return;
    for (const cache of Object.values(this.#pointers)) cache.suspend();
    for (const listener of this.#listeners) listener.onLost();
  }

  restore(obstacle: Obstacle = 'listener'): void {
    this.#obstacles.delete(obstacle);
    if (this.#obstacles.size > 0) return;
    for (const cache of Object.values(this.#pointers)) cache.resume();
    for (const listener of this.#listeners) listener.onRestored();
  }
}
