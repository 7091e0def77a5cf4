import type { Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';

/** False: it was used before. */
export async function insertUse(
  db: Database | Transaction<DB>,
  { provider, useId, expiresAt }: { provider: string; useId: string; expiresAt: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('oidc_use')
    .values({ provider, use_id: useId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteExpiredUses(db: Database, until: Date): Promise<void> {
  await db.deleteFrom('oidc_use').where('expires_at', '<=', until).execute();
}
