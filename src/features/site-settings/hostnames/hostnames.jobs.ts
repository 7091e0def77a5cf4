import { BY_OPERATOR } from '../../../access/cause.ts';
import type { Context } from '../../../context.ts';
import { defineRecurringJob } from '../../../jobs/recurring.ts';
import { checkHostname } from './check-hostname.ts';
import { listDueHostnameRows } from './hostnames.repository.ts';

/** The kind of the job that looks whether hostnames have their records. */
export const HOSTNAME_CHECKS = 'hostname-checks' as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 8;

/** Runs every hour and checks the hostnames whose last check was a day ago: proven ones, and those that still wait. */
export const createHostnameChecksJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: HOSTNAME_CHECKS,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const dayAgo = new Date(context.clock().getTime() - DAY_MS);
      for (;;) {
        const due = await listDueHostnameRows(context.db, dayAgo, AT_ONCE);
        if (due.length === 0) return;
        await Promise.all(due.map((row) => checkHostname(context, BY_OPERATOR, row)));
        signal.throwIfAborted();
      }
    },
  });
