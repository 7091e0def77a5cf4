import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { deleteOldUploads, UPLOAD_LIFETIME_MS } from '../uploads/uploads.queries.ts';
import { enqueueSweep } from './enqueue-sweep.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The number of uploads in one transaction. */
const BATCH = 500;

/** Deletes old uploads. A sweep of the content deletes the bytes of those that no edit has named. */
export const createUploadSweepJob = (context: Pick<Context, 'transact' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: 'upload-sweep',
    lane: 'short',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const now = context.clock();
      const before = new Date(now.getTime() - UPLOAD_LIFETIME_MS);
      for (let count = BATCH; count === BATCH && !signal.aborted; )
        count = await context.transact(async (unit) => {
          const deleted = await deleteOldUploads(unit.trx, { before, limit: BATCH });
          for (const organizationId of deleted.unusedOf)
            await enqueueSweep(unit, { organizationId, runAt: now }, now);
          return deleted.count;
        });
    },
  });
