import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { isPastRetention } from '../../content/spaces/retention.ts';
import { listDeletedOrganizations } from './deleted-organizations.queries.ts';
import { enqueueOrganizationPurge } from './enqueue-organization-purge.ts';

/** Enqueues the purge of organizations whose purge is overdue: a job that keeps failing is given up. */
export async function enqueueOverdueOrganizationPurges(unit: UnitOfWork, now: Date): Promise<void> {
  for (const { organizationId, deletedAt } of await listDeletedOrganizations(unit.trx))
    if (isPastRetention(deletedAt, now)) await enqueueOrganizationPurge(unit, organizationId, deletedAt);
}
