import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { dayOf } from '../../../platform/http/times.ts';

/** Finds the random value of a day (UTC), the same in every process. Only the latest ones exist. */
export type FindDaySalt = (time: Date) => Promise<Buffer>;

const SALT_BYTES = 32;

export function createFindDaySalt(db: Kysely<DB>): FindDaySalt {
  let known: { day: string; salt: Promise<Buffer> } | undefined;
  return (time) => {
    const day = dayOf(time);
    if (known?.day !== day) {
      const found = { day, salt: loadSalt(db, day) };
      found.salt.catch(() => {
        if (known === found) known = undefined;
      });
      known = found;
    }
    return known.salt;
  };
}

async function loadSalt(db: Kysely<DB>, day: string): Promise<Buffer> {
  // The update locks the row that another process has just made, so that it is returned.
  const { rows } = await sql<{ salt: Buffer }>`
    insert into insights_day_salt as s (day, salt) values (${day}::date, ${randomBytes(SALT_BYTES)})
    on conflict (day) do update set salt = s.salt
    returning salt`.execute(db);
  return rows[0]?.salt as Buffer;
}

/** Nothing leads from a hash back to an address once the salt of its day is gone. */
export async function deleteOldSalts(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from insights_day_salt where day < ${dayOf(now)}::date - 1`.execute(db);
}
