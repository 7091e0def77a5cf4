import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** The spaces whose tables of contents may have computed entries. */
export async function listComputedSpaces(
  db: Database,
  organizationId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ spaceId: string }>`
    select space_id as "spaceId" from search_index
    where organization_id = ${organizationId} and has_computed is distinct from false
    order by space_id limit ${limit}`.execute(db);
  return rows.map(({ spaceId }) => spaceId);
}
