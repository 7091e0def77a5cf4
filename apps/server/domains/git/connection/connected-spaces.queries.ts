import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** The ids of the spaces whose connections are not paused. */
export async function listConnectedSpaces(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.space_id as id from git_connection g
    join space s on s.organization_id = g.organization_id and s.space_id = g.space_id
    where s.deleted_at is null and g.paused_at is null
    order by g.organization_id, g.created_at, g.space_id`.execute(db);
  return rows.map(({ id }) => id);
}
