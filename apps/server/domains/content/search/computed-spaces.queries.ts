import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Spaces that are read at once. */
const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The spaces whose tables of contents may have computed entries. */
export async function* listComputedSpaces(db: Database, organizationId: string): AsyncGenerator<string> {
  for (let last: string | undefined = BEFORE_ALL; last !== undefined; ) {
    const { rows } = await sql<{ spaceId: string }>`
      select space_id as "spaceId" from search_index
      where organization_id = ${organizationId} and space_id > ${last} and has_computed is distinct from false
      order by space_id limit ${BATCH}`.execute(db);
    for (const { spaceId } of rows) yield spaceId;
    last = rows.length < BATCH ? undefined : rows.at(-1)?.spaceId;
  }
}
