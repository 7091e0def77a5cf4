import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** The address, which stays the user's until the transaction ends. */
export async function holdAddress(
  trx: Transaction<DB>,
  userId: string,
): Promise<{ email: string; isVerified: boolean; displayName: string } | undefined> {
  const { rows } = await sql<{ email: string; isVerified: boolean; displayName: string }>`
    select email, email_verified_at is not null as "isVerified", display_name as "displayName"
    from user_account where user_id = ${userId} and deleted_at is null for key share`.execute(trx);
  return rows[0];
}
