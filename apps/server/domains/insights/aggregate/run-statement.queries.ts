import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { queueStatement } from '../../../platform/db/statement-queue.ts';
import { readMark } from '../rollups/mark.repository.ts';
import type { BuiltStatement } from './aggregation.queries.ts';

/**
 * The memory of one sort or hash table. The default is a few megabytes, with which counting visitors would use the
 * disk.
 */
const WORKING_MEMORY = '48MB';

/**
 * Runs a statement that reads many events. It is built for a mark, and sees the rollups as they were with it: they may
 * change meanwhile.
 */
export async function runStatement(
  db: Kysely<DB>,
  build: (mark: number) => BuiltStatement,
): Promise<{ rows: Record<string, unknown>[]; names: BuiltStatement['names'] }> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    await queueStatement(trx, sql`set local work_mem = ${sql.lit(WORKING_MEMORY)}`);
    // A query uses one processor: others run at the same time, and parallel workers would cost more than they save.
    await queueStatement(trx, sql`set local max_parallel_workers_per_gather = 0`);
    const { query, names } = build(await readMark(trx));
    return { rows: (await query.execute(trx)).rows, names };
  });
}
