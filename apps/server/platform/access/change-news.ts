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

/** How news of other processes arrives. Everything is told in every way. */
export type Way = 'database' | 'broker';

/** Tells of changes: of those of this process at their commit, and of all when their announcement arrives. */
export class ChangeNews {
  readonly #pointers: Pointers;
  readonly #listeners = new Set<ChangeListener>();
  readonly #ways = new Set<Way>();
  /** Whether nobody may be telling anything. */
  #isMute = false;

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

  get isMute(): boolean {
    return this.#isMute;
  }

  /** The ways in which news arrives now. If there is none, nothing is cached. */
  get ways(): readonly Way[] {
    return this.#isMute ? [] : [...this.#ways];
  }

  /** Nothing may be cached until news arrives again, unless it arrives in another way. */
  lose(way: Way = 'database'): void {
    this.#ways.delete(way);
    if (this.#ways.size === 0 && !this.#isMute) this.#suspend();
  }

  /** News arrives from now on. What was announced meanwhile is not reported, unless it arrived in another way. */
  restore(way: Way = 'database'): void {
    const isOther = [...this.#ways].some((one) => one !== way);
    this.#ways.add(way);
    if (!isOther && !this.#isMute) this.#resume();
  }

  /** Some news did not arrive in this way. */
  miss(way: Way): void {
    if (!this.#ways.has(way) || this.#ways.size > 1) return;
    this.lose(way);
    this.restore(way);
  }

  /** What processes announce may reach nobody, until it can be told again. */
  setMute(isMute: boolean): void {
    if (isMute === this.#isMute) return;
    this.#isMute = isMute;
    if (isMute) this.#suspend();
    else if (this.#ways.size > 0) this.#resume();
  }

  #suspend(): void {
    for (const cache of Object.values(this.#pointers)) cache.suspend();
    for (const listener of this.#listeners) listener.onLost();
  }

  #resume(): void {
    for (const cache of Object.values(this.#pointers)) cache.resume();
    for (const listener of this.#listeners) listener.onRestored();
  }
}
