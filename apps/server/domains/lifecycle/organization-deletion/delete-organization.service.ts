import { isId } from '@lectern/std/ids';
import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { isPastRetention } from '../../content/spaces/retention.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockOrganizationRow } from '../../identity/organizations/organizations.queries.ts';
import {
  freeHostname,
  lockDeletedOrganization,
  retakeHostname,
  setDeletedAt,
  takeBackPurge,
} from './deleted-organizations.repository.ts';
import { enqueueOrganizationPurge } from './enqueue-organization-purge.ts';

export const organizationNotDeleted = defineError(
  { status: 409, reason: 'organization-not-deleted' },
  'There is no deleted organization with this ID.',
);
export const retentionOver = defineError(
  { status: 409, reason: 'retention-over' },
  'The organization was deleted more than seven days ago and cannot be restored.',
);

/**
 * From the commit on, the organization cannot be found or used, and its hostname is free. Until its purge the operator
 * can restore it.
 */
export async function deleteOrganization(
  { transact, clock, log }: Context,
  cause: Cause,
  organizationId: string,
): Promise<void> {
  await transact(async (unit) => {
    const at = clock();
    const row = await lockOrganizationRow(unit.trx, organizationId);
    if (!row) throw organizationNotFound();
    await setDeletedAt(unit.trx, organizationId, at);
    await freeHostname(unit.trx, organizationId);
    await enqueueOrganizationPurge(unit, organizationId, at);
    await record(unit, cause, { action: 'organization.deleted', organizationId, title: row.title, at });
  });
  log.info({ organizationId }, 'organization deleted');
}

/**
 * For the operator. An organization that has taken the hostname in the meantime keeps it. Throws a 409 when it is too
 * late.
 */
export async function restoreOrganization(
  { transact, clock, log }: Context,
  cause: Cause,
  organizationId: string,
): Promise<void> {
  await transact(async (unit) => {
    const at = clock();
    const row = isId(organizationId) ? await lockDeletedOrganization(unit.trx, organizationId) : undefined;
    if (!row) throw organizationNotDeleted();
    if (isPastRetention(row.deleted_at, at) || !(await takeBackPurge(unit.trx, organizationId)))
      throw retentionOver();
    await setDeletedAt(unit.trx, organizationId, null);
    await retakeHostname(unit.trx, organizationId);
    await record(unit, cause, { action: 'organization.restored', organizationId, title: row.title, at });
  });
  log.info({ organizationId }, 'organization restored');
}

async function record(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  change: {
    action: 'organization.deleted' | 'organization.restored';
    organizationId: string;
    title: string;
    at: Date;
  },
): Promise<void> {
  const { action, organizationId, title, at } = change;
  const target = { type: 'organization' as const, id: organizationId, label: title };
  await recordEvent(trx, { organizationId, cause, action, target, at });
  announce({ kind: 'organization', organizationId });
}
