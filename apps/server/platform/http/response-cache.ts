import { LRUCache } from 'lru-cache';
import { cacheBytes, cacheEntries, cacheEvictions, cacheHits, cacheMisses } from '../metrics/meters.ts';
import type { ReadyResponse } from './ready-response.ts';

/** The share of the memory for responses that were requested once. */
const RECENT_SHARE = 1 / 8;
/** One in so many responses that nobody requested again takes the place of an older one. */
const REPLACING = 16;
/** The largest share of the memory for one response. */
const MAX_SHARE = 1 / 4;
/** The approximate memory of a response beside its body, in bytes. */
const OVERHEAD = 512;

const hits = cacheHits.of('responses');
const misses = cacheMisses.of('responses');
const evictions = cacheEvictions.of('responses');

const sizeCalculation = ({ body }: ReadyResponse): number => body.length + OVERHEAD;

/**
 * The cache of responses that never change: a key names everything that its response depends on, so that no entry ever
 * becomes invalid, and the only limit is the number of bytes together. A response is first among the recent ones, and
 * moves to those that are kept when it is requested again. If it leaves the recent ones before that, it fills free
 * space, but rarely replaces what is kept. So reading everything once does not remove what is read often, and reading
 * more than fits over and over still finds a part of it, where a plain LRU cache would find nothing.
 */
export class ResponseCache {
  readonly #recent: LRUCache<string, ReadyResponse>;
  readonly #kept: LRUCache<string, ReadyResponse>;
  readonly #largestBytes: number;
  readonly #making = new Map<string, Promise<ReadyResponse>>();
  #unused = 0;

  constructor(maxBytes: number) {
    this.#largestBytes = maxBytes * MAX_SHARE;
    cacheBytes.readWith(() => this.bytes, 'responses');
    cacheEntries.readWith(() => this.#recent.size + this.#kept.size, 'responses');
    const recentBytes = Math.max(1, Math.floor(maxBytes * RECENT_SHARE));
    this.#kept = new LRUCache({
      maxSize: Math.max(1, maxBytes - recentBytes),
      sizeCalculation,
      // A response that was evicted by one that was requested again gets another chance.
      disposeAfter: (response, key, reason) => {
        if (reason === 'evict') this.#recent.set(key, response);
      },
    });
    this.#recent = new LRUCache({
      maxSize: recentBytes,
      sizeCalculation,
      disposeAfter: (response, key, reason) => {
        if (reason === 'evict') this.#keepSome(key, response);
      },
    });
  }

  get bytes(): number {
    return this.#recent.calculatedSize + this.#kept.calculatedSize;
  }

  get(key: string): ReadyResponse | undefined {
    const kept = this.#kept.get(key);
    if (kept) {
      hits.value += 1;
      return kept;
    }
    const recent = this.#recent.get(key);
    (recent ? hits : misses).value += 1;
    if (recent) {
      this.#recent.delete(key);
      this.#kept.set(key, recent);
    }
    return recent;
  }

  getOrMake(key: string, make: () => Promise<ReadyResponse>): ReadyResponse | Promise<ReadyResponse> {
    return this.get(key) ?? this.make(key, make);
  }

  /** Makes the response of a key that is not in the cache. Simultaneous callers wait for the same one. */
  make(key: string, make: () => Promise<ReadyResponse>): Promise<ReadyResponse> {
    const underWay = this.#making.get(key);
    if (underWay) return underWay;
    const made = make()
      .then((response) => {
        if (!response.isPassing) this.set(key, response);
        return response;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  /** A response that is larger than the space for recent ones is treated like one that left them. */
  set(key: string, response: ReadyResponse): void {
    const size = sizeCalculation(response);
    if (size > this.#largestBytes || this.#kept.has(key)) return;
    if (size > this.#recent.maxSize) this.#keepSome(key, response);
    else this.#recent.set(key, response);
  }

  #keepSome(key: string, response: ReadyResponse): void {
    const { calculatedSize, maxSize } = this.#kept;
    const isFree = calculatedSize + sizeCalculation(response) <= maxSize;
    if (!isFree) this.#unused += 1;
    if (isFree || this.#unused % REPLACING === 0) this.#kept.set(key, response);
    else evictions.value += 1;
  }
}
