import type { Kysely } from 'kysely';
import { DatabaseFailure } from '../../../db/database-failure.ts';
import type { DB } from '../../../db/schema.ts';
import { defineError } from '../../../http/errors.ts';
import type { EventRow } from './event-row.ts';
import {
  addUsage,
  createPartition,
  insertEvents,
  insertReceipts,
  type Receipt,
  type SiteClaimSet,
  type Usage,
  upsertClaimSets,
} from './events.repository.ts';

export const eventsOverload = defineError({ status: 503, reason: 'events-overload' }, () => ({
  message:
    'More events arrive than can be stored. Nothing of this request was recorded. Send it again in a few seconds.',
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
}

const LIMITS: EventWriterLimits = { waiting: 40_000, waitingOfSite: 10_000, written: 5000 };

interface EventWriterOptions {
  db: Kysely<DB>;
  clock: () => Date;
  limits?: Partial<EventWriterLimits>;
}

/**
 * Stores events: what arrives while a transaction is under way goes into the next one together. The promise of a batch
 * is resolved when its events are durable.
 */
export class EventWriter {
  readonly #db: Kysely<DB>;
  readonly #clock: () => Date;
  readonly #limits: EventWriterLimits;
  readonly #months = new Set<string>();
  readonly #waitingOfSites = new Map<string, number>();
  #queue: Waiting[] = [];
  #waiting = 0;
  #writing: Promise<void> | undefined;

  constructor({ db, clock, limits }: EventWriterOptions) {
    this.#db = db;
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
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return written;
  }

  async #writeAll(): Promise<void> {
    // Requests that were read from the network together are stored together.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const taken = this.#take();
      await this.#writeTaken(taken);
      for (const { batch } of taken) this.#release(batch);
    }
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
      if (taken.length > 1 && !(error instanceof DatabaseFailure))
        for (const one of taken) await this.#writeTaken([one]);
      else for (const { reject } of taken) reject(error);
    }
  }

  /** Returns the number of stored events of each batch. */
  async #store(batches: readonly EventBatch[]): Promise<number[]> {
    const now = this.#clock();
    for (const { events } of batches)
      for (const { row } of events) await this.#ensurePartition(row.occurred_at);
    return this.#db.transaction().execute(async (trx) => {
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
        rows: batch.events.filter(isNew).map(({ row }) => row),
      }));
      const rows = kept.flatMap((batch) => batch.rows);
      if (rows.length === 0) return kept.map(() => 0);
      const sets = new Map(
        batches.flatMap(({ claimSets }) => claimSets).map((set) => [`${set.siteId} ${set.claimsId}`, set]),
      );
      if (sets.size > 0) await upsertClaimSets(trx, [...sets.values()], now);
      await addUsage(trx, sumUsage(kept), now);
      await insertEvents(trx, rows);
      return kept.map((batch) => batch.rows.length);
    });
  }

  async #ensurePartition(time: Date): Promise<void> {
    const month = time.toISOString().slice(0, 7);
    if (this.#months.has(month)) return;
    await createPartition(this.#db, time);
    this.#months.add(month);
  }
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
