import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { OrganizationRow } from './organizations.queries.ts';

export const hostnameTaken = defineError(
  { status: 409, reason: 'hostname-taken' },
  (hostname: string) => `The hostname “${hostname}” belongs to another organization. Choose another one.`,
);

export type OrganizationChanges = Partial<
  Pick<
    OrganizationRow,
    | 'title'
    | 'email_domains'
    | 'hostname'
    | 'default_role'
    | 'default_content'
    | 'logo_url'
    | 'sso'
    | 'ai'
    | 'invite_links'
    | 'merge_rules'
    | 'time_zone'
  >
>;

export async function updateOrganizationRow(
  trx: Transaction<DB>,
  organizationId: string,
  changes: OrganizationChanges,
): Promise<void> {
  await trx.updateTable('organization').set(changes).where('organization_id', '=', organizationId).execute();
}

/**
 * Moves the organization's entry among the hostnames of the instance. The new one is taken before the old one
 * is freed: a transaction that waits for a hostname then holds none that another could wait for, so that two
 * organizations that swap theirs cannot block each other. Throws a 409 when the new one is taken.
 */
export async function replaceHostname(
  trx: Transaction<DB>,
  hostnames: { organizationId: string; from: string | null; to: string | null },
): Promise<void> {
  const { organizationId, from, to } = hostnames;
  if (to !== null) {
    try {
      await trx
        .insertInto('hostname_directory')
        .values({ hostname: to, organization_id: organizationId })
        .execute();
    } catch (error) {
      if (violates(error, 'hostname_directory_hostname_unique')) {
        throw hostnameTaken(to);
      }
      throw error;
    }
  }
  if (from !== null) {
    await trx
      .deleteFrom('hostname_directory')
      .where('hostname', '=', from)
      .where('organization_id', '=', organizationId)
      .execute();
  }
}

/** Undefined ends the suspension. */
export async function setSuspension(
  trx: Transaction<DB>,
  organizationId: string,
  suspension: { at: Date; reason: string } | undefined,
): Promise<void> {
  await trx
    .updateTable('organization')
    .set({ suspended_at: suspension?.at ?? null, suspension_reason: suspension?.reason ?? null })
    .where('organization_id', '=', organizationId)
    .execute();
}
