import { dropDeletedPages } from '../../../content/references/deleted-pages.repository.ts';
import { startOfTrash } from '../../../content/revisions/note-deleted-pages.ts';
import type { Context } from '../../../platform/context.ts';
import { deleteOldFailures } from '../../../platform/jobs/failed-jobs.queries.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { enqueueSweep } from '../../content/sweep/enqueue-sweep.ts';
import { listOrganizationIds } from '../../identity/organizations/organizations.queries.ts';
import { enqueueOverdueOrganizationPurges } from '../organization-deletion/enqueue-overdue-purges.ts';
import { enqueueOverdueSpacePurges } from '../space-lifecycle/purge/enqueue-overdue-purges.ts';

/** Rows in one transaction. */
const BATCH = 1000;

/** The kind of the weekly job of the instance. */
export const RETENTION = 'retention' as const;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The weekly job: sweeps every organization once a week, one after the other so that they do not crowd the queue, and
 * enqueues overdue purges. It also forgets pages that were deleted, and jobs that failed, long ago.
 */
export const createRetentionJob = (context: Pick<Context, 'db' | 'transact' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: RETENTION,
    lane: 'upkeep',
    schedule: { firstDelayMs: WEEK_MS, intervalMs: WEEK_MS },
    run: async (_job, signal) => {
      const { db, clock, transact } = context;
      const before = startOfTrash(clock());
      while ((await dropDeletedPages(db, before, BATCH)) === BATCH) signal.throwIfAborted();
      await deleteOldFailures(db, clock());
      await transact(async (unit) => {
        const now = clock();
        await enqueueOverdueSpacePurges(unit, now);
        await enqueueOverdueOrganizationPurges(unit, now);
        const organizationIds = await listOrganizationIds(unit.trx);
        for (const [n, organizationId] of organizationIds.entries()) {
          const runAt = new Date(now.getTime() + (n * WEEK_MS) / organizationIds.length);
          await enqueueSweep(unit, { organizationId, runAt }, now);
        }
      });
    },
  });
