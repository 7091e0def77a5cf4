import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';

/** How long a process owns its jobs without saying so again. */
export const LEASE_MS = 10_000;

const UNTIL = sql`clock_timestamp() + ${sql.lit(LEASE_MS)} * interval '1 ms'`;

/** Takes a new number, under which this process owns jobs. */
export async function takeLease(db: Kysely<DB>): Promise<number> {
  await sql`delete from worker_lease where expires_at < clock_timestamp() - interval '1 hour'`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into worker_lease (worker_id, expires_at)
    values (nextval('job_worker_id')::int, ${UNTIL}) returning worker_id as id`.execute(db);
  return rows[0]?.id as number;
}

/** Returns false if the lease has ended: another process may have begun the jobs again. */
export async function renewLease(db: Kysely<DB>, workerId: number): Promise<boolean> {
  const { rows } = await sql`
    update worker_lease set expires_at = ${UNTIL}
    where worker_id = ${workerId} and expires_at > clock_timestamp() returning 1`.execute(db);
  return rows.length > 0;
}

export async function endLease(db: Kysely<DB>, workerId: number): Promise<void> {
  await db.deleteFrom('worker_lease').where('worker_id', '=', workerId).execute();
}
