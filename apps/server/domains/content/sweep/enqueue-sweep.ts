import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';

/** The kind of the job that sweeps an organization. */
export const CONTENT_SWEEP = 'content-sweep' as const;

/**
 * Sweeps an organization, after what has just become unreachable or when it is due. Two sweeps at once do no harm, so
 * that one which is due much later need not keep this one waiting.
 */
export async function enqueueSweep(
  unit: UnitOfWork,
  sweep: { organizationId: string; runAt: Date },
  now: Date,
): Promise<void> {
  await enqueueJob(unit, { ...sweep, kind: CONTENT_SWEEP, payload: {} }, now);
}
