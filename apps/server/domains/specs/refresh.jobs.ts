import type { Context } from '../../platform/context.ts';
import { defineRecurringJob } from '../../platform/jobs/recurring.ts';
import { enqueueProcessing, REFRESH_MS } from './process-spec.jobs.ts';
import { hasRefreshedSpec, takeDueSpecs } from './specs.repository.ts';

/** The kind of the job that fetches the URLs of specs again. */
export const OPENAPI_REFRESH = 'openapi-refresh' as const;

const MINUTE_MS = 60_000;
const AT_ONCE = 100;

/** Runs every five minutes, so that each URL is fetched six hours after it was last fetched. */
export const createOpenAPIRefreshJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: OPENAPI_REFRESH,
    lane: 'upkeep',
    schedule: { firstDelayMs: MINUTE_MS, intervalMs: 5 * MINUTE_MS, hasWork: hasRefreshedSpec },
    run: async (_job, signal) => {
      for (let taken = AT_ONCE; taken === AT_ONCE; signal.throwIfAborted()) {
        const now = context.clock();
        const next = new Date(now.getTime() + REFRESH_MS);
        taken = await context.transact(async (unit) => {
          const due = await takeDueSpecs(unit.trx, { now, next, limit: AT_ONCE });
          for (const key of due) await enqueueProcessing(unit, key, now);
          return due.length;
        });
      }
    },
  });
