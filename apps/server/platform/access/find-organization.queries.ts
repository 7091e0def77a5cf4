import { isId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';

/**
 * The organization of a place of which only the id is known. This is a statement of its own: one that finds the
 * organization and reads the place at once would ask all machines of a distributed database.
 */
export async function findOrganizationOf(
  db: Kysely<DB>,
  place: 'space' | 'collection' | 'site',
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id as "organizationId" from ${sql.table(`${place}_directory`)}
    where ${sql.ref(`${place}_id`)} = ${id}`.execute(db);
  return rows[0]?.organizationId;
}
