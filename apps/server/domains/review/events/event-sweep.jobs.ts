import { deleteOldEvents } from '../../../platform/access/space-events.queries.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { MAX_MISSED } from './space-hub.ts';

/** The kind of the job that deletes old events. */
export const EVENT_SWEEP = 'event-sweep' as const;

const INTERVAL_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;

/** Deletes events that readers who reconnect do not get any more. */
export const createEventSweepJob = (context: Pick<Context, 'db' | 'transact' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: EVENT_SWEEP,
    lane: 'short',
    schedule: { firstDelayMs: INTERVAL_MS, intervalMs: INTERVAL_MS },
    run: () =>
      deleteOldEvents(context.db, {
        until: new Date(context.clock().getTime() - KEPT_MS),
        kept: MAX_MISSED,
      }),
  });
