import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { listDueDomainRows } from './domains.repository.ts';
import { checkDomain } from './domains.service.ts';

/** The kind of the job that looks whether proven domains still have their records. */
export const DOMAIN_CHECKS = 'domain-checks' as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const AT_ONCE = 8;

/**
 * Runs every day and checks the domains whose last check was a week ago, so that each is checked once a week, even if a
 * run takes long or is interrupted.
 */
export const createDomainChecksJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: DOMAIN_CHECKS,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: DAY_MS },
    run: async (_job, signal) => {
      const until = new Date(context.clock().getTime() - WEEK_MS);
      for (;;) {
        const due = await listDueDomainRows(context.db, { until, now: context.clock(), limit: AT_ONCE });
        if (due.length === 0) return;
        await Promise.all(due.map((row) => checkDomain(context, BY_OPERATOR, row)));
        signal.throwIfAborted();
      }
    },
  });
