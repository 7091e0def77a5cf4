import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type {
  OrganizationRow,
  OrganizationShapes,
} from '../../identity/organizations/organizations.queries.ts';
import { ORGANIZATION_PURGE } from './enqueue-organization-purge.ts';

/** Returns when the organization was deleted; undefined if it is not deleted, or was purged. */
export async function findDeletedAt(db: Database, organizationId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('deleted_at')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.deleted_at ?? undefined;
}

/** Returns the deleted organization, locked against restoration and purge until this transaction ends. */
export async function lockDeletedOrganization(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<OrganizationRow | undefined> {
  return trx
    .selectFrom('organization')
    .selectAll()
    .$narrowType<OrganizationShapes>()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setDeletedAt(
  trx: Transaction<DB>,
  organizationId: string,
  deletedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('organization')
    .set({ deleted_at: deletedAt })
    .where('organization_id', '=', organizationId)
    .execute();
}

/** Others may take the hostname from now on. The row of the organization remembers it. */
export async function freeHostname(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await trx.deleteFrom('hostname_directory').where('organization_id', '=', organizationId).execute();
}

/** Restores the hostname stored in the row, unless another organization has it by now: then clears it. */
export async function retakeHostname(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await sql`
    insert into hostname_directory (hostname, organization_id)
    select hostname, organization_id from organization
    where organization_id = ${organizationId} and hostname is not null
    on conflict do nothing`.execute(trx);
  await sql`
    update organization o set hostname = null
    where organization_id = ${organizationId} and not exists (
      select 1 from hostname_directory h
      where h.hostname = o.hostname and h.organization_id = o.organization_id)`.execute(trx);
}

/** Removes the waiting purge. Returns false if it has already started. */
export async function takeBackPurge(trx: Transaction<DB>, organizationId: string): Promise<boolean> {
  await sql`
    delete from job
    where organization_id = ${organizationId} and kind = ${ORGANIZATION_PURGE} and attempts = 0
      and worker_id is null`.execute(trx);
  const { rows } = await sql`
    select 1 from job where organization_id = ${organizationId} and kind = ${ORGANIZATION_PURGE}`.execute(
    trx,
  );
  return rows.length === 0;
}
