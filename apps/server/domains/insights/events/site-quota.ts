import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../../platform/db/schema.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { countUsage } from './events.repository.ts';

export const eventsQuotaExceeded = defineError(
  { status: 429, reason: 'events-quota-exceeded' },
  (events: number, seconds: number) => ({
    message: `This site has used up its quota of ${events} events for today. The quota is reset at midnight UTC.`,
    headers: { 'retry-after': String(seconds) },
  }),
);

const DAY_MS = 24 * 60 * 60_000;
const MAX_SITES = 10_000;
/** The count is read again after this time, because other processes count, too. */
const FRESH_MS = 30_000;

interface Count {
  day: number;
  readAt: number;
  events: number;
}

interface QuotaOptions {
  db: Kysely<DB>;
  clock: () => Date;
  eventsPerDay: number;
}

/** Limits the events that a site records per day (UTC), so that one site does not fill the database of all. */
export class SiteQuota {
  readonly #db: Kysely<DB>;
  readonly #clock: () => Date;
  readonly eventsPerDay: number;
  readonly #counts = new LRUCache<string, Count>(limitEntries(MAX_SITES));

  constructor({ db, clock, eventsPerDay }: QuotaOptions) {
    this.#db = db;
    this.#clock = clock;
    this.eventsPerDay = eventsPerDay;
  }

  /** Runs `write`, which returns the number of new events, if the quota allows them. Throws `eventsQuotaExceeded`. */
  async reserve(
    site: { organizationId: string; siteId: string },
    events: number,
    write: () => Promise<number>,
  ): Promise<void> {
    const count = await this.#find(site);
    if (count.events + events > this.eventsPerDay) {
      const now = this.#clock().getTime();
      throw eventsQuotaExceeded(this.eventsPerDay, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
    }
    count.events += events;
    let stored = 0;
    try {
      stored = await write();
    } finally {
      count.events -= events - stored;
    }
  }

  async #find(site: { organizationId: string; siteId: string }): Promise<Count> {
    const now = this.#clock();
    const day = Math.floor(now.getTime() / DAY_MS);
    const known = this.#counts.get(site.siteId);
    if (known?.day === day && now.getTime() - known.readAt < FRESH_MS) return known;
    const count = { day, readAt: now.getTime(), events: await countUsage(this.#db, site, now) };
    this.#counts.set(site.siteId, count);
    return count;
  }
}
