import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { MaintenancePointer } from './pointers.ts';

export async function loadMaintenance(db: Kysely<DB>): Promise<MaintenancePointer> {
  const row = await db.selectFrom('maintenance').select(['until', 'message']).executeTakeFirst();
  return { until: row?.until ?? null, message: row?.message ?? null };
}

/** Stores the maintenance, or removes it. Returns whether there was one, over or not. */
export async function storeMaintenance(
  trx: Transaction<DB>,
  maintenance: { until: Date; message: string | null; startedAt: Date } | undefined,
): Promise<boolean> {
  const former = await trx.deleteFrom('maintenance').executeTakeFirst();
  if (maintenance) {
    const { until, message, startedAt } = maintenance;
    await trx
      .insertInto('maintenance')
      .values({ until, message, started_at: startedAt })
      // Another administrator began one at the same moment.
      .onConflict((conflict) =>
        conflict.column('is_only').doUpdateSet({ until, message, started_at: startedAt }),
      )
      .execute();
  }
  return former.numDeletedRows > 0n;
}
