import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';

/** Counts the addresses in each state, for the metrics. */
export async function countChecks(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select coalesce(state, 'waiting') as state, count(*) as count from external_link group by 1`.execute(db);
  return {
    ok: 0,
    broken: 0,
    unknown: 0,
    waiting: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  };
}
