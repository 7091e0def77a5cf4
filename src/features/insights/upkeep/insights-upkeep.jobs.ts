import type { Context } from '../../../context.ts';
import { defineRecurringJob } from '../../../jobs/recurring.ts';
import { deleteOldSalts } from '../events/day-salts.repository.ts';
import { rollUpSite, settledUntil } from '../rollups/rollups.repository.ts';
import {
  deleteOldReceipts,
  deleteOldUsage,
  deleteSomeExpired,
  deleteUnseenClaims,
  dropOldPartitions,
  listRetentions,
  listSitesToRollUp,
} from './upkeep.repository.ts';

const INSIGHTS_UPKEEP = 'insights-upkeep' as const;

const HOUR_MS = 60 * 60_000;

/**
 * The hourly job: rolls up what has settled, and deletes what is past its retention. Each step can be repeated; one that
 * was cut off goes on with the next run.
 */
export const createInsightsUpkeepJob = (context: Pick<Context, 'transact' | 'clock' | 'db' | 'log'>) =>
  defineRecurringJob(context, {
    kind: INSIGHTS_UPKEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: 10 * 60_000, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { db, clock } = context;
      const now = clock();
      await deleteOldSalts(db, now);
      await deleteOldReceipts(db, now);
      await dropOldPartitions(db, now);
      for (const retention of await listRetentions(db)) {
        while (await deleteSomeExpired(db, retention, now)) signal.throwIfAborted();
        await deleteUnseenClaims(db, retention, now);
        await deleteOldUsage(db, retention, now);
      }
      for (const site of await listSitesToRollUp(db, settledUntil(now)))
        await rollUpSite(db, site, { now, signal });
    },
  });
