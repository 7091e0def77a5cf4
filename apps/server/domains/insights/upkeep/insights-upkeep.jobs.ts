import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { deleteOldSalts } from '../events/day-salts.repository.ts';
import { openEvents } from '../open-events.ts';
import {
  deleteOldReceipts,
  deleteOldUsage,
  deleteUnseenClaims,
  listRetentions,
} from './upkeep.repository.ts';

const INSIGHTS_UPKEEP = 'insights-upkeep' as const;
const INSIGHTS_ROLLUPS = 'insights-rollups' as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Upkeep = Pick<Context, 'transact' | 'clock' | 'db' | 'clickHouse' | 'log'>;

/** Adds what has arrived to the rollups: questions read what arrived since the last time event by event. */
export const createInsightsRollupsJob = (context: Upkeep) =>
  defineRecurringJob(context, {
    kind: INSIGHTS_ROLLUPS,
    lane: 'upkeep',
    schedule: { firstDelayMs: MINUTE_MS, intervalMs: 10 * MINUTE_MS },
    run: (_job, signal) => openEvents(context).rollUp(signal),
  });

/**
 * The hourly job: deletes data that are past their retention. Each step can be repeated, and the next run continues one
 * that was interrupted.
 */
export const createInsightsUpkeepJob = (context: Upkeep) =>
  defineRecurringJob(context, {
    kind: INSIGHTS_UPKEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: 10 * 60_000, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { db, clock } = context;
      const now = clock();
      await deleteOldSalts(db, now);
      await deleteOldReceipts(db, now);
      const events = openEvents(context);
      await events.deleteOldMonths(now);
      for (const retention of await listRetentions(db)) {
        while (await events.deleteSomeExpired(retention, now)) signal.throwIfAborted();
        await deleteUnseenClaims(db, retention, now);
        await deleteOldUsage(db, retention, now);
      }
    },
  });
