import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** The credentials of a user. */
export interface AccountRow {
  user_id: string;
  email: string;
  email_verified_at: Date | null;
  display_name: string;
  password_hash: string | null;
  password_changed_at: Date | null;
  /** Null: there is no second factor, or it has never been used yet. */
  totp_confirmed_at: Date | null;
}

/** Returns the account of a user who was not deleted. */
export async function findAccountRow(
  db: Database,
  by: { userId: string } | { email: string },
): Promise<AccountRow | undefined> {
  const isThis =
    'userId' in by ? sql`u.user_id = ${by.userId}` : sql`u.email_folded = ${foldEmail(by.email)}`;
  const { rows } = await sql<AccountRow>`
    select u.user_id, u.email, u.email_verified_at, u.display_name, u.password_hash, u.password_changed_at,
      t.confirmed_at as totp_confirmed_at
    from user_account u left join user_totp t on t.user_id = u.user_id
    where ${isThis} and u.deleted_at is null`.execute(db);
  return rows[0];
}

/** The same; it does not change until the transaction ends: neither the password nor the second factor. */
export async function lockAccountRow(
  trx: Transaction<DB>,
  userId: string,
  strength: 'share' | 'no key update',
): Promise<AccountRow | undefined> {
  await sql`select 1 from user_account where user_id = ${userId} for ${sql.raw(strength)}`.execute(trx);
  return findAccountRow(trx, { userId });
}

export async function updatePassword(
  trx: Transaction<DB>,
  { userId, hash, at }: { userId: string; hash: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ password_hash: hash, password_changed_at: at })
    .where('user_id', '=', userId)
    .execute();
}

export async function setVerified(
  trx: Transaction<DB>,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ email_verified_at: at })
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}
