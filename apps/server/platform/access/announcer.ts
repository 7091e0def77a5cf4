import type { Kysely } from 'kysely';
import type { Publisher } from '../broker/publisher.ts';
import { DatabaseFailure } from '../db/database-failure.ts';
import type { Log } from '../db/log.ts';
import type { DB } from '../db/schema.ts';
import { announcementAge, announcementBatches, announcementTransactions } from '../metrics/meters.ts';
import {
  type AnnouncedBatch,
  announceCommitted,
  isFullBatch,
  readLastBatch,
} from './announcements.queries.ts';

/**
 * How long after the last batch, of whichever process, the next one is announced: what all processes committed in the
 * meantime is told together. The first change after a pause does not wait.
 */
const INTERVAL_MS = 15;
/** A process that did not tell the last batch waits this long in addition, and up to this again at random. */
const TAKEOVER_MS = 10;
const RETRY_MS = 500;
/** How often a process without jobs looks for what another one did not announce because it ended. */
const LOOK_INTERVAL_MS = 5_000;
/** Transactions store their announcement with their commit: after this time, smaller numbers are hardly ever new. */
const SETTLED_MS = 2_000;

interface Looks {
  /** What was announced may not have arrived anywhere: the last look failed, although the database responds. */
  onFailed(error: unknown): void;
  onDone(): void;
}

/** Tells all processes of what was committed, as soon as possible and together. */
export class Announcer {
  readonly publisher: Publisher | undefined;
  readonly #db: Kysely<DB>;
  readonly #log: Log;
  /** The numbers of announcements of this process that nobody is known to have told. */
  readonly #waiting = new Set<number>();
  /** Whether there may be others, whose numbers are unknown. */
  #isUnsure = false;
  #running: Promise<void> | undefined;
  /** When a batch was last told, as far as is known. */
  #toldAt = Number.NEGATIVE_INFINITY;
  /** The last number that this process told, and the last one that it heard of. */
  #lastTold = 0;
  #lastHeard = 0;
  #wake = () => {};
  /** Rows with smaller numbers are looked for only now and then: their places are full of rows that are gone. */
  #settled = 0;
  #seen = { number: 0, at: performance.now() };
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `publisher`: sends what was announced through a broker, too. */
  constructor({ db, log, publisher }: { db: Kysely<DB>; log: Log; publisher?: Publisher | undefined }) {
    this.#db = db;
    this.#log = log;
    this.publisher = publisher;
  }

  /** The number of the last batch of all processes. */
  readLastBatch(): Promise<number> {
    return readLastBatch(this.#db);
  }

  /** Something was committed, with an announcement of this number, or may have been. */
  announceSoon(number?: number): void {
    if (number === undefined) this.#isUnsure = true;
    else this.#waiting.add(number);
    this.#running ??= this.#announceAll().finally(() => {
      this.#running = undefined;
    });
  }

  /** A process told these announcements. */
  hear(numbers: readonly number[]): void {
    this.#toldAt = performance.now();
    this.#lastHeard = Math.max(...numbers);
    this.#settle(this.#lastHeard);
    if (this.#waiting.size === 0) return;
    for (const number of numbers) this.#waiting.delete(number);
    if (!this.#isPending) this.#wake();
  }

  /** Announces what processes that have ended did not, whatever its number. */
  async look({ onFailed, onDone }: Looks): Promise<void> {
    try {
      // Rows that were committed late have smaller numbers.
      while (isFullBatch(await this.#announce(0)));
      onDone();
    } catch (error) {
      onFailed(error);
    }
  }

  /** Looks from now on until it is closed, where no look for jobs tells whether something is left. */
  startLooking(looks: Looks): void {
    const look = async () => {
      await this.look(looks);
      if (!this.#isClosed) this.#timer = setTimeout(look, LOOK_INTERVAL_MS).unref();
    };
    void look();
  }

  /** Announces what is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#wake();
    await this.#running;
    await this.publisher?.close();
  }

  get #isPending(): boolean {
    return this.#isUnsure || this.#waiting.size > 0;
  }

  async #announceAll(): Promise<void> {
    while (this.#isPending) {
      await this.#waitForTurn();
      if (!this.#isPending) return;
      const numbers = [...this.#waiting];
      const wasUnsure = this.#isUnsure;
      this.#isUnsure = false;
      try {
        const batch = await this.#announce(this.#settled);
        this.#toldAt = performance.now();
        this.#lastTold = batch.lastNumber;
        // What was committed has been told by this batch or by another one.
        for (const number of numbers) this.#waiting.delete(number);
        this.#isUnsure ||= isFullBatch(batch);
        this.#isFailing = false;
      } catch (error) {
        this.#isUnsure ||= wasUnsure;
        // The pool logs that the database is not available.
        if (!this.#isFailing && !(error instanceof DatabaseFailure))
          this.#log.error(`Changes could not be announced to other processes: ${(error as Error).message}`);
        this.#isFailing = true;
        if (this.#isClosed) return;
        await this.#sleep(RETRY_MS);
      }
    }
  }

  /**
   * Waits until nothing was told for a while: another process may tell something meanwhile. Whoever told last has the
   * next turn, and the others take over if it does not use it, so that processes seldom tell at the same time.
   */
  async #waitForTurn(): Promise<void> {
    const takeover = TAKEOVER_MS * (1 + Math.random());
    while (this.#isPending && !this.#isClosed) {
      const isNext = this.#lastTold >= this.#lastHeard;
      const pause = this.#toldAt + INTERVAL_MS + (isNext ? 0 : takeover) - performance.now();
      if (pause <= 0) return;
      await this.#sleep(pause);
    }
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #announce(after: number): Promise<AnnouncedBatch> {
    const batch = await announceCommitted(this.#db, after, { withContents: this.publisher !== undefined });
    this.#settle(batch.lastNumber);
    const { number, messages, announcements } = batch;
    if (number === null) return batch;
    this.publisher?.publish({ number, messages, announcements });
    announcementBatches.add(1);
    announcementTransactions.add(batch.transactions);
    announcementAge.observe(batch.age * 1000);
    return batch;
  }

  #settle(number: number): void {
    if (number === 0) return;
    // The numbers begin again in a database that was restored.
    if (number < this.#settled) this.#settled = 0;
    const now = performance.now();
    if (number >= this.#seen.number && now - this.#seen.at < SETTLED_MS) return;
    this.#settled = Math.min(this.#seen.number, number);
    this.#seen = { number, at: now };
  }
}
