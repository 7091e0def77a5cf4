import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { deleteExpired, isAnybodyPresent } from './presence.queries.ts';

/** The kind of the job that deletes expired presences. */
export const PRESENCE_SWEEP = 'presence-sweep' as const;

/** Together with the time until a presence expires less than the minute within which it is said to be forgotten. */
const INTERVAL_MS = 20_000;

/** Deletes expired presences, also in spaces without heartbeats. */
export const createPresenceSweepJob = (context: Pick<Context, 'db' | 'transact' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: PRESENCE_SWEEP,
    // It takes milliseconds and must not wait for long maintenance jobs.
    lane: 'short',
    schedule: { firstDelayMs: INTERVAL_MS, intervalMs: INTERVAL_MS, hasWork: isAnybodyPresent },
    run: () => deleteExpired(context.db, context.clock()),
  });
