import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockOrganizationRow } from './organizations.queries.ts';
import { setSuspension } from './organizations.repository.ts';

export const organizationNotSuspended = defineError(
  { status: 409, reason: 'organization-not-suspended' },
  'The organization is not suspended.',
);

/**
 * From the commit on, nobody can use the organization in any process, its sites are not found and its jobs wait. Only
 * exports go on. For one that is suspended already, this changes the reason.
 */
export async function suspendOrganization(
  { transact, clock, log }: Context,
  cause: Cause,
  { organizationId, reason }: { organizationId: string; reason: string },
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const at = clock();
    const row = await lockOrganizationRow(trx, organizationId);
    if (!row) throw organizationNotFound();
    await setSuspension(trx, organizationId, { at: row.suspended_at ?? at, reason });
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.suspended',
      target: { type: 'organization', id: organizationId, label: row.title },
      payload: { after: { reason } },
      at,
    });
    announce({ kind: 'organization', organizationId });
  });
  log.info({ organizationId }, 'organization suspended');
}

export async function resumeOrganization(
  { transact, clock, log }: Context,
  cause: Cause,
  organizationId: string,
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const at = clock();
    const row = await lockOrganizationRow(trx, organizationId);
    if (!row) throw organizationNotFound();
    if (row.suspended_at === null) throw organizationNotSuspended();
    await setSuspension(trx, organizationId, undefined);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.resumed',
      target: { type: 'organization', id: organizationId, label: row.title },
      payload: { before: { reason: row.suspension_reason } },
      at,
    });
    announce({ kind: 'organization', organizationId });
  });
  log.info({ organizationId }, 'organization resumed');
}
