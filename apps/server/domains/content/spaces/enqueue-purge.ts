import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { endOfRetention } from './retention.ts';

/** The kind of the job that removes a deleted space for good. Jobs of that kind are also made by migration 0004. */
export const SPACE_PURGE = 'space-purge' as const;

export interface SpacePurgePayload {
  spaceId: string;
}

/** Due at the moment from which the space can no longer be restored. */
export async function enqueuePurge(
  unit: UnitOfWork,
  { organizationId, spaceId }: SpaceKey,
  deletedAt: Date,
): Promise<void> {
  const payload: SpacePurgePayload = { spaceId };
  const job = { organizationId, kind: SPACE_PURGE, payload, runAt: endOfRetention(deletedAt) };
  await enqueueJob(unit, job, deletedAt);
}
