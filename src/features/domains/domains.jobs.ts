import { BY_OPERATOR } from '../../access/cause.ts';
import type { Context } from '../../context.ts';
import { scheduleNextRun } from '../../jobs/recurring.ts';
import type { JobBody } from '../../jobs/worker.ts';
import { listDueDomainRows } from './domains.repository.ts';
import { checkDomain } from './domains.service.ts';

/** The kind of the job that looks whether proven domains still have their records. */
export const DOMAIN_CHECKS = 'domain-checks';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const AT_ONCE = 8;

/** Sees to it that the job is going to run. Called at every start. */
export async function startDomainChecks({ transact, clock }: Context): Promise<void> {
  const now = clock();
  const runAt = new Date(now.getTime() + HOUR_MS);
  await transact((unit) => scheduleNextRun(unit, { kind: DOMAIN_CHECKS, runAt }, now));
}

/**
 * Runs every day and looks at the domains whose last check is a week ago: each is looked at once a week, however long one
 * run takes and whatever cuts it off.
 */
export function createDomainChecksJob(context: Context): JobBody {
  const { transact, clock, db } = context;
  return async ({ jobId }, signal) => {
    const start = clock();
    const runAt = new Date(start.getTime() + DAY_MS);
    await transact((unit) =>
      scheduleNextRun(unit, { kind: DOMAIN_CHECKS, runAt, currentJobId: jobId }, start),
    );
    const weekAgo = new Date(start.getTime() - WEEK_MS);
    for (;;) {
      const due = await listDueDomainRows(db, weekAgo, AT_ONCE);
      if (due.length === 0) return;
      await Promise.all(due.map((row) => checkDomain(context, BY_OPERATOR, row)));
      signal.throwIfAborted();
    }
  };
}
