import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** The first password of an account that an invitation made. */
export async function claimAccount(
  trx: Transaction<DB>,
  claim: { userId: string; passwordHash: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ password_hash: claim.passwordHash, password_changed_at: claim.at, is_unclaimed: false })
    .where('user_id', '=', claim.userId)
    .execute();
}
