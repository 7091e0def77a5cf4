import type { Context } from '../../../context.ts';
import { scheduleNextRun } from '../../../jobs/recurring.ts';
import type { JobBody } from '../../../jobs/worker.ts';
import { listDeletedOrganizations } from '../../organization-deletion/deleted-organizations.repository.ts';
import { enqueueOrganizationPurge } from '../../organization-deletion/enqueue-organization-purge.ts';
import { listOrganizationIds } from '../../organizations/organizations.repository.ts';
import { enqueuePurge } from '../../spaces/enqueue-purge.ts';
import { isPastRetention, startOfRetention } from '../../spaces/retention.ts';
import { enqueueSweep } from '../../sweep/enqueue-sweep.ts';
import { listSpacesDeletedUntil } from './purge.repository.ts';

/** The kind of the weekly job of the instance. */
export const RETENTION = 'retention';

const WEEK_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
const inAWeek = (now: Date): Date => new Date(now.getTime() + WEEK_MILLISECONDS);

/** Sees to it that the weekly job is going to run. Called at every start. */
export async function startRetention({ transact, clock }: Context): Promise<void> {
  const now = clock();
  await transact((unit) => scheduleNextRun(unit, { kind: RETENTION, runAt: inAWeek(now) }, now));
}

/**
 * The weekly job: sweeps every organization once a week, one after the other so that they do not crowd the queue, and
 * enqueues the purge of what should be gone already (a job that fails long enough is given up).
 */
export function createRetentionJob({ transact, clock }: Context): JobBody {
  return async ({ jobId }) => {
    const now = clock();
    // By itself: a week whose work fails until it is given up must not be the last one.
    await transact((unit) =>
      scheduleNextRun(unit, { kind: RETENTION, runAt: inAWeek(now), currentJobId: jobId }, now),
    );
    await transact(async (unit) => {
      const overdue = await listSpacesDeletedUntil(unit.trx, startOfRetention(now));
      for (const { deletedAt, ...key } of overdue) await enqueuePurge(unit, key, deletedAt);
      for (const { organizationId, deletedAt } of await listDeletedOrganizations(unit.trx))
        if (isPastRetention(deletedAt, now)) await enqueueOrganizationPurge(unit, organizationId, deletedAt);
      const organizationIds = await listOrganizationIds(unit.trx);
      for (const [n, organizationId] of organizationIds.entries()) {
        const runAt = new Date(now.getTime() + (n * WEEK_MILLISECONDS) / organizationIds.length);
        await enqueueSweep(unit, { organizationId, runAt }, now);
      }
    });
  };
}
