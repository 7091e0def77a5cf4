import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { GIT_STATUS } from './report-statuses.ts';

/** Whether another report of a branch waits. */
export async function hasWaitingReport(
  trx: Transaction<DB>,
  { spaceId, ref }: { spaceId: string; ref: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from job where concurrency_key = ${`${GIT_STATUS}:${spaceId}:${ref}`} and worker_id is null limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}
