import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { endOfRetention } from '../../content/spaces/retention.ts';

/** The kind of the job that takes a deleted organization away for good. */
export const ORGANIZATION_PURGE = 'organization-purge' as const;

/** Due at the moment from which the organization can no longer be restored. */
export async function enqueueOrganizationPurge(
  unit: UnitOfWork,
  organizationId: string,
  deletedAt: Date,
): Promise<void> {
  const job = { organizationId, kind: ORGANIZATION_PURGE, payload: {}, runAt: endOfRetention(deletedAt) };
  await enqueueJob(unit, { ...job, concurrencyKey: `${ORGANIZATION_PURGE}:${organizationId}` }, deletedAt);
}
