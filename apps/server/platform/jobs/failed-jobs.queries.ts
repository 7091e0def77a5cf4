import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';

/** How long a job that was given up can be seen and run again. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export async function deleteOldFailures(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from failed_job where failed_at < ${new Date(now.getTime() - KEPT_MS)}`.execute(db);
}
