import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

export type Database = Kysely<DB> | Transaction<DB>;

export interface DeletedOrganization {
  organizationId: string;
  title: string;
  deletedAt: Date;
}

/** The latest first. */
export async function listDeletedOrganizations(db: Database): Promise<DeletedOrganization[]> {
  const { rows } = await sql<DeletedOrganization>`
    select organization_id as "organizationId", title, deleted_at as "deletedAt"
    from organization where deleted_at is not null order by deleted_at desc, organization_id`.execute(db);
  return rows;
}
