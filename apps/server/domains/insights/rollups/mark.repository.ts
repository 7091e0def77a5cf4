import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { queueStatement } from '../../../platform/db/statement-queue.ts';

/** Shared by the transactions that store events; taken exclusively by the job that determines the mark. */
export const WRITERS_LOCK = 0x6d61_726b;

/**
 * Announces, before ids are taken, that this transaction stores events. The lock is sent with the next statement.
 * Transactions that store events do not wait for each other.
 */
export const joinWriters = (trx: Transaction<DB>): Promise<void> =>
  queueStatement(trx, sql`select pg_advisory_xact_lock_shared(${WRITERS_LOCK}::bigint)`);

/**
 * Returns an id up to which every event is stored, or never will be: transactions that have taken ids are over, and
 * those that begin meanwhile wait for a moment.
 */
export async function findArrived(db: Kysely<DB>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${WRITERS_LOCK}::bigint)`.execute(trx);
    const { rows } = await sql<{ id: number }>`
      select case when is_called then last_value else 0 end as id from site_event_event_id_seq`.execute(trx);
    return Number(rows[0]?.id ?? 0);
  });
}

/** The id of the last event that is in the rollups. */
export async function readMark(db: Kysely<DB> | Transaction<DB>): Promise<number> {
  const { event_id: mark } = await db
    .selectFrom('insights_mark')
    .select('event_id')
    .executeTakeFirstOrThrow();
  return Number(mark);
}

/** The same for a transaction that changes the rollups: one after the other. */
export async function lockMark(trx: Transaction<DB>): Promise<number> {
  const { event_id: mark } = await trx
    .selectFrom('insights_mark')
    .select('event_id')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(mark);
}

export async function setMark(trx: Transaction<DB>, mark: number): Promise<void> {
  await trx.updateTable('insights_mark').set({ event_id: mark }).execute();
}
