import { deleteOldEvents, hasOldEvents } from '../../../platform/access/space-events.queries.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { MAX_MISSED } from './space-hub.ts';

/** The kind of the job that deletes old events. */
export const EVENT_SWEEP = 'event-sweep' as const;

const INTERVAL_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;
/** Readers that reconnect within this time receive all events that they missed. */
const INTERRUPTION_MS = 60_000;
/** Readers that reconnect later and have missed more refetch everything: an hour of autosaves is not kept for them. */
const MAX_MISSED_LATER = 250;

/** Deletes events that are too old for readers that reconnect. */
export const createEventSweepJob = (context: Pick<Context, 'db' | 'transact' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: EVENT_SWEEP,
    lane: 'short',
    schedule: {
      firstDelayMs: INTERVAL_MS,
      intervalMs: INTERVAL_MS,
      hasWork: (now) => hasOldEvents(new Date(now.getTime() - KEPT_MS), { lastBefore: MAX_MISSED_LATER }),
    },
    run: () => {
      const now = context.clock().getTime();
      return deleteOldEvents(context.db, {
        until: new Date(now - KEPT_MS),
        kept: { last: MAX_MISSED, before: new Date(now - INTERRUPTION_MS), lastBefore: MAX_MISSED_LATER },
      });
    },
  });
