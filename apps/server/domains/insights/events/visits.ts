import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../../platform/http/entry-limit.ts';

/** A visit ends when its visitor did nothing for this time. */
const PAUSE_MS = 30 * 60_000;
const MAX_VISITORS = 100_000;

interface Visit {
  startedAt: number;
  lastAt: number;
}

/**
 * The visits of visitors who send no session id. They are kept in memory: after a restart, or in another process, a
 * present visitor begins another visit.
 */
export class Visits {
  readonly #visits = new LRUCache<string, Visit>(limitEntries(MAX_VISITORS));

  /** Returns when the visitor's present visit began. Times are in milliseconds. */
  startOf(visitor: string, at: number): number {
    const visit = this.#visits.get(visitor);
    if (visit && at - visit.lastAt < PAUSE_MS && at >= visit.startedAt) {
      visit.lastAt = Math.max(visit.lastAt, at);
      return visit.startedAt;
    }
    this.#visits.set(visitor, { startedAt: at, lastAt: at });
    return at;
  }
}
