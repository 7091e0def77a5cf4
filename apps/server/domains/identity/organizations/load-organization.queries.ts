import { isId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import type { OrganizationPointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';

export async function loadOrganization(
  db: Kysely<DB>,
  organizationId: string,
): Promise<OrganizationPointer | undefined> {
  if (!isId(organizationId)) return undefined;
  const { rows } = await sql<{ isSuspended: boolean }>`
    select suspended_at is not null as "isSuspended" from organization
    where organization_id = ${organizationId} and deleted_at is null`.execute(db);
  return rows[0] && { organizationId, isSuspended: rows[0].isSuspended };
}
