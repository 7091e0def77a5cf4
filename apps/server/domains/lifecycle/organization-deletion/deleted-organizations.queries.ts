import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

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
