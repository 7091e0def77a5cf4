import { deleteExpiredKeys } from '../access/idempotency/idempotency-keys.repository.ts';
import { KEY_LIFETIME_MS } from '../access/idempotency/keyed-request.ts';
import type { Context } from '../context.ts';
import { defineRecurringJob } from './recurring.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The number of keys in one statement. */
const BATCH = 1000;

/** Deletes the keys of requests, and the responses to them, that are no longer repeated. */
export const createIdempotencySweepJob = (context: Pick<Context, 'db' | 'transact' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: 'idempotency-sweep',
    lane: 'short',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const expiredBefore = new Date(context.clock().getTime() - KEY_LIFETIME_MS);
      while (!signal.aborted)
        if ((await deleteExpiredKeys(context.db, { expiredBefore, limit: BATCH })) < BATCH) return;
    },
  });
