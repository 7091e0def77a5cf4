import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { queueStatement } from '../../../db/statement-queue.ts';

/** Of one sort or hash table: by default, a few megabytes, so that counting visitors would go by way of the disk. */
const WORKING_MEMORY = '48MB';

/** Runs a statement that reads many events. */
export async function runStatement<Row>(db: Kysely<DB>, statement: RawBuilder<Row>): Promise<Row[]> {
  return db.transaction().execute(async (trx) => {
    await queueStatement(trx, sql`set local work_mem = ${sql.lit(WORKING_MEMORY)}`);
    // One question takes one processor: others are asked meanwhile, and handing rows over costs more than it saves.
    await queueStatement(trx, sql`set local max_parallel_workers_per_gather = 0`);
    return (await statement.execute(trx)).rows;
  });
}
