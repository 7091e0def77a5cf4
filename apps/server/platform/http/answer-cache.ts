import { LRUCache } from 'lru-cache';
import type { ReadyResponse } from './ready-response.ts';

/** The share of the memory for answers that were asked for once. */
const RECENT_SHARE = 1 / 8;
/** One in so many answers that nobody asked for again takes the place of an older one. */
const REPLACING = 16;
/** The largest share of the memory for one answer. */
const MAX_SHARE = 1 / 4;
/** The approximate memory of an answer beside its body, in bytes. */
const OVERHEAD = 512;

const sizeCalculation = ({ body }: ReadyResponse): number => body.length + OVERHEAD;

/**
 * Keeps answers up to a number of bytes together. An answer is first among the recent ones, and moves to those that are
 * kept when it is asked for again. If it leaves the recent ones before that, it fills free space, but rarely replaces
 * what is kept. So reading everything once does not remove what is read often, and reading more than fits over and over
 * still finds a part of it, where a plain LRU cache would find nothing.
 */
export class AnswerCache {
  readonly #recent: LRUCache<string, ReadyResponse>;
  readonly #kept: LRUCache<string, ReadyResponse>;
  readonly #largestBytes: number;
  #unused = 0;

  constructor(maxBytes: number) {
    this.#largestBytes = maxBytes * MAX_SHARE;
    const recentBytes = Math.max(1, Math.floor(maxBytes * RECENT_SHARE));
    this.#kept = new LRUCache({
      maxSize: Math.max(1, maxBytes - recentBytes),
      sizeCalculation,
      // An answer that was evicted by one that was asked for again gets another chance.
      disposeAfter: (answer, key, reason) => {
        if (reason === 'evict') this.#recent.set(key, answer);
      },
    });
    this.#recent = new LRUCache({
      maxSize: recentBytes,
      sizeCalculation,
      disposeAfter: (answer, key, reason) => {
        if (reason === 'evict') this.#keepSome(key, answer);
      },
    });
  }

  get bytes(): number {
    return this.#recent.calculatedSize + this.#kept.calculatedSize;
  }

  get(key: string): ReadyResponse | undefined {
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const recent = this.#recent.get(key);
    if (recent) {
      this.#recent.delete(key);
      this.#kept.set(key, recent);
    }
    return recent;
  }

  /** An answer that is larger than the space for recent ones is treated like one that left them. */
  set(key: string, answer: ReadyResponse): void {
    const size = sizeCalculation(answer);
    if (size > this.#largestBytes || this.#kept.has(key)) return;
    if (size > this.#recent.maxSize) this.#keepSome(key, answer);
    else this.#recent.set(key, answer);
  }

  #keepSome(key: string, answer: ReadyResponse): void {
    const { calculatedSize, maxSize } = this.#kept;
    const isFree = calculatedSize + sizeCalculation(answer) <= maxSize;
    if (!isFree) this.#unused += 1;
    if (isFree || this.#unused % REPLACING === 0) this.#kept.set(key, answer);
  }
}
