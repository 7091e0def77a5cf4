import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { endLease, LEASE_MS, renewLease, takeLease } from './worker-lease.queries.ts';

/** How often a lease is renewed, and the time before its end at which this process gives its jobs up. */
const RENEW_MS = 3_000;
const MARGIN_MS = 2_000;
const RETRY_MS = 500;

interface LeaseOptions {
  db: Kysely<DB>;
  onTaken(): void;
  /** The jobs of this process may be begun again by another one. */
  onLost(): void;
}

export interface WorkerLease {
  workerId(): number | undefined;
  close(): Promise<void>;
}

/**
 * Owns jobs for as long as the process says so in time. For where no session can hold a lock; the jobs of a process that
 * is killed wait until its lease ends.
 */
export async function keepLease({ db, onTaken, onLost }: LeaseOptions): Promise<WorkerLease> {
  let workerId: number | undefined;
  /** Gives the jobs up before others begin them again, also while the database does not respond. */
  let end: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  const lose = (): void => {
    clearTimeout(end);
    if (workerId === undefined) return;
    workerId = undefined;
    onLost();
  };
  const holdFrom = (askedAt: number): void => {
    clearTimeout(end);
    end = setTimeout(lose, askedAt + LEASE_MS - MARGIN_MS - performance.now()).unref();
  };
  const run = async (): Promise<void> => {
    const askedAt = performance.now();
    try {
      if (workerId === undefined) {
        const taken = await takeLease(db);
        workerId = taken;
        holdFrom(askedAt);
        onTaken();
      } else {
        const renewed = workerId;
        const isOurs = await renewLease(db, renewed);
        if (workerId === renewed) {
          if (isOurs) holdFrom(askedAt);
          else lose();
        }
      }
    } catch {
      // Tried again below; the pool logs that the database is not available.
    }
    if (!isClosed) next = setTimeout(repeat, workerId === undefined ? RETRY_MS : RENEW_MS).unref();
  };
  const repeat = (): void => {
    running = run();
  };

  await run();
  return {
    workerId: () => workerId,
    async close() {
      isClosed = true;
      clearTimeout(next);
      await running;
      clearTimeout(end);
      if (workerId !== undefined) await endLease(db, workerId).catch(() => {});
      workerId = undefined;
    },
  };
}
