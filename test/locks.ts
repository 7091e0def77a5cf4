import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Counts the app's transactions that wait for a lock. */
export async function countWaiting({ context }: Pick<TestApp, 'context'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db);
  return Number(rows[0]?.count);
}
