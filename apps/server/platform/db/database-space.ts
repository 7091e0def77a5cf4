import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

/**
 * Whether the database has room on its disk. On a server of its own, only the database itself knows: it is
 * full after a statement that found no room, until another one finds some.
 */
export interface DatabaseSpace {
  isFull: boolean;
}

/** Asks for room for about a megabyte: without other requests, nothing else would find out that there is room again. */
export async function findRoom(db: Kysely<DB>, space: DatabaseSpace): Promise<boolean> {
  if (!space.isFull) return true;
  try {
    await db.transaction().execute((trx) =>
      sql`
        create temporary table lectern_room on commit drop as
        select n, md5(n::text) as filler from generate_series(1, 20000) n`.execute(trx),
    );
    space.isFull = false;
  } catch {
    space.isFull = true;
  }
  return !space.isFull;
}
