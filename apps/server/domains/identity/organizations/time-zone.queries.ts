import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { isTimeZone, UTC } from '../../../platform/http/time-zone.ts';

/** The time zone of an organization. UTC for one that this version of Node.js does not know any more. */
export async function findTimeZoneOf(db: Database, organizationId: string): Promise<string> {
  const row = await db
    .selectFrom('organization')
    .select('time_zone')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && isTimeZone(row.time_zone) ? row.time_zone : UTC;
}

/** The time zones of all organizations. */
export async function listTimeZones(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('organization').select('time_zone').distinct().execute();
  return rows.map((row) => row.time_zone);
}

/** Whether the database knows a time zone: it may have an older list than Node.js. */
export async function isTimeZoneOfDatabase(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db);
  return rows.length > 0;
}
