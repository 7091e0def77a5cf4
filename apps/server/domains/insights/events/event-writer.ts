import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { insightsUnavailable } from '../../../platform/clickhouse/clickhouse.ts';
import { DatabaseFailure } from '../../../platform/db/database-failure.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { dayOf } from '../../../platform/http/times.ts';
import type { EventStore, NewEvent } from '../event-store.ts';
import type { EventRow } from './event-row.ts';
import {
  addUsage,
  insertReceipts,
  type Receipt,
  type SiteClaimSet,
  type Usage,
  upsertClaimSets,
} from './events.repository.ts';

export const eventsOverload = defineError({ status: 503, reason: 'events-overload' }, () => ({
  message:
    'The server is receiving more events than it can store. No event in this request was recorded. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
}));

/** One event, with the hash of the id that its sender gave it. */
export interface TrackedEvent {
  row: EventRow;
  receipt: Buffer | undefined;
}

/** The events of one request: stored together, or not at all. */
export interface EventBatch {
  organizationId: string;
  siteId: string;
  events: readonly TrackedEvent[];
  claimSets: readonly SiteClaimSet[];
}

interface Waiting {
  batch: EventBatch;
  resolve(stored: number): void;
  reject(error: unknown): void;
}

export interface EventWriterLimits {
  /** The number of events that may wait in this process, of all sites and of one. */
  waiting: number;
  waitingOfSite: number;
  /** The number of events that are stored in one transaction, unless one request has more. */
  written: number;
  /** The number of transactions at once: the database stores the events of one while another one is prepared. */
  transactions: number;
}

const LIMITS: EventWriterLimits = { waiting: 40_000, waitingOfSite: 10_000, written: 5000, transactions: 2 };
/** The number of sets of claims that are known to be stored. */
const MAX_KNOWN_SETS = 10_000;

interface EventWriterOptions {
  db: Kysely<DB>;
  /** Where the events are stored. */
  events: EventStore;
  clock: () => Date;
  limits?: Partial<EventWriterLimits>;
}

/**
 * Stores events: those that arrive during a transaction are stored together in the next one. The promise of a batch is
 * resolved when its events are durable.
 */
export class EventWriter {
  readonly #db: Kysely<DB>;
  readonly #events: EventStore;
  readonly #clock: () => Date;
  readonly #limits: EventWriterLimits;
  /** The months (UTC) that have a partition, counted from the year 0. */
  readonly #months = new Set<number>();
  readonly #waitingOfSites = new Map<string, number>();
  /** The day on which a set of claims was last stored. Upkeep deletes only sets that were not seen for many days. */
  readonly #storedSets = new LRUCache<string, string>(limitEntries(MAX_KNOWN_SETS));
  #queue: Waiting[] = [];
  #waiting = 0;
  #writers = 0;

  constructor({ db, events, clock, limits }: EventWriterOptions) {
    this.#db = db;
    this.#events = events;
    this.#clock = clock;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Returns how many events were stored: those with a known id were stored before. Throws `eventsOverload`. */
  write(batch: EventBatch): Promise<number> {
    const count = batch.events.length;
    if (count === 0) return Promise.resolve(0);
    const ofSite = this.#waitingOfSites.get(batch.siteId) ?? 0;
    const { waiting, waitingOfSite } = this.#limits;
    if (this.#waiting + count > waiting || (ofSite > 0 && ofSite + count > waitingOfSite))
      return Promise.reject(eventsOverload());
    this.#waiting += count;
    this.#waitingOfSites.set(batch.siteId, ofSite + count);
    const written = new Promise<number>((resolve, reject) => {
      this.#queue.push({ batch, resolve, reject });
    });
    if (this.#writers < this.#limits.transactions) void this.#writeAll();
    return written;
  }

  /** Notes on a stored event why there was no page. */
  async noteNotFound(row: EventRow, notFound: number): Promise<void> {
    await this.#events.noteNotFound(row, notFound);
  }

  /** Never rejects: everyone who waits for a batch gets its result. */
  async #writeAll(): Promise<void> {
    this.#writers += 1;
    // Requests that were read from the network together are stored together.
    const { collectMs } = this.#events;
    await (collectMs > 0 ? sleep(collectMs) : new Promise(setImmediate));
    while (this.#queue.length > 0) {
      const taken = this.#take();
      await this.#writeTaken(taken);
      for (const { batch } of taken) this.#release(batch);
    }
    this.#writers -= 1;
  }

  #take(): Waiting[] {
    let count = 0;
    let end = 0;
    for (const { batch } of this.#queue) {
      if (end > 0 && count + batch.events.length > this.#limits.written) break;
      count += batch.events.length;
      end += 1;
    }
    return this.#queue.splice(0, end);
  }

  #release({ siteId, events }: EventBatch): void {
    this.#waiting -= events.length;
    const left = (this.#waitingOfSites.get(siteId) ?? 0) - events.length;
    if (left > 0) this.#waitingOfSites.set(siteId, left);
    else this.#waitingOfSites.delete(siteId);
  }

  async #writeTaken(taken: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#store(taken.map(({ batch }) => batch));
      for (const [n, { resolve }] of taken.entries()) resolve(stored[n] ?? 0);
    } catch (error) {
      // One request must not fail for what another one sent.
      const isAway = error instanceof DatabaseFailure || insightsUnavailable.matches(error);
      if (taken.length > 1 && !isAway) for (const one of taken) await this.#writeTaken([one]);
      else
        for (const { reject } of taken) reject(insightsUnavailable.matches(error) ? eventsOverload() : error);
    }
  }

  /** Returns the number of stored events of each batch. */
  async #store(batches: readonly EventBatch[]): Promise<number[]> {
    const now = this.#clock();
    await this.#ensurePartitions(batches);
    const sets = this.#findNewSets(batches, now);
    const stored = await this.#db.transaction().execute(async (trx) => {
      const receipts = batches.flatMap(({ organizationId, siteId, events }) =>
        events.flatMap(({ receipt }): Receipt[] =>
          receipt ? [{ organizationId, siteId, digest: receipt }] : [],
        ),
      );
      const fresh = receipts.length === 0 ? new Set<string>() : await insertReceipts(trx, receipts, now);
      // A receipt is taken by the first event that has it: the same one may come twice in one request.
      const isNew = ({ receipt }: TrackedEvent): boolean => !receipt || fresh.delete(receipt.toString('hex'));
      const kept = batches.map((batch) => ({
        ...batch,
        rows: readNew(batch, batch.events.filter(isNew)),
      }));
      const rows = kept.flatMap((batch) => batch.rows);
      if (rows.length === 0) return kept.map(() => 0);
      if (sets.size > 0) await upsertClaimSets(trx, [...sets.values()], now);
      await this.#events.insert(trx, rows);
      // Last: other transactions of the site wait for the row that counts.
      await addUsage(trx, sumUsage(kept), now);
      return kept.map((batch) => batch.rows.length);
    });
    if (stored.some((count) => count > 0))
      for (const key of sets.keys()) this.#storedSets.set(key, dayOf(now));
    return stored;
  }

  /** The sets of claims that are not known to have been stored today, by site and id. */
  #findNewSets(batches: readonly EventBatch[], now: Date): Map<string, SiteClaimSet> {
    const sets = new Map<string, SiteClaimSet>();
    for (const set of batches.flatMap(({ claimSets }) => claimSets)) {
      const key = `${set.siteId} ${set.claimsId}`;
      if (this.#storedSets.get(key) !== dayOf(now)) sets.set(key, set);
    }
    return sets;
  }

  async #ensurePartitions(batches: readonly EventBatch[]): Promise<void> {
    for (const { events } of batches)
      for (const { row } of events) {
        const time = row.occurred_at;
        const month = time.getUTCFullYear() * 12 + time.getUTCMonth();
        if (this.#months.has(month)) continue;
        await this.#events.createMonth(time);
        this.#months.add(month);
      }
  }
}

function readNew({ claimSets }: EventBatch, events: readonly TrackedEvent[]): NewEvent[] {
  const values = new Map(claimSets.map((set) => [set.claimsId, set.values]));
  return events.map(({ row, receipt }) => ({
    row,
    receipt,
    claims: row.claims_id === null ? undefined : values.get(row.claims_id),
  }));
}

function sumUsage(
  batches: readonly { organizationId: string; siteId: string; rows: readonly unknown[] }[],
): Usage[] {
  const sums = new Map<string, Usage>();
  for (const { organizationId, siteId, rows } of batches) {
    const sum = sums.get(siteId) ?? { organizationId, siteId, events: 0 };
    sum.events += rows.length;
    sums.set(siteId, sum);
  }
  return [...sums.values()];
}
