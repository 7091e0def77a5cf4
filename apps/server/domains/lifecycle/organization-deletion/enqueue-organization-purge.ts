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
  await enqueueJob(unit, { ...purgeOf(organizationId), runAt: endOfRetention(deletedAt) }, deletedAt);
}

/** Goes on at that time with what could not be removed yet. */
export async function repeatOrganizationPurge(
  unit: UnitOfWork,
  organizationId: string,
  runAt: Date,
): Promise<void> {
  await enqueueJob(unit, { ...purgeOf(organizationId), runAt }, runAt);
}

const purgeOf = (organizationId: string) => ({
  organizationId,
  kind: ORGANIZATION_PURGE,
  payload: {},
  concurrencyKey: `${ORGANIZATION_PURGE}:${organizationId}`,
});
