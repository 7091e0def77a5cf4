import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';

export type Database = Kysely<DB> | Transaction<DB>;

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
