import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** The time of the last backup that succeeded; undefined if there was none. */
export async function findLastBackup(db: Kysely<DB>): Promise<Date | undefined> {
  const row = await db.selectFrom('last_backup').select('taken_at').executeTakeFirst();
  return row?.taken_at;
}

export async function recordBackup(db: Kysely<DB>, takenAt: Date): Promise<void> {
  await sql`
    insert into last_backup (taken_at) values (${takenAt})
    on conflict (is_only) do update set taken_at = excluded.taken_at`.execute(db);
}
