import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import { updateFoldedNames } from '../members/member-states.queries.ts';
import { deleteTickets } from '../users/tickets.queries.ts';
import { emailTaken } from '../users/users.queries.ts';

/** The same password, hashed with more. Nothing happens when it has just been changed. */
export async function replaceHash(
  db: Kysely<DB>,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: to })
    .where('user_id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}

/** Throws a 409 if the address, compared without case, belongs to another account. */
export async function updateEmail(
  trx: Transaction<DB>,
  { userId, email, verifiedAt }: { userId: string; email: string; verifiedAt: Date | null },
): Promise<void> {
  const folded = { email_folded: foldEmail(email) };
  try {
    await trx
      .updateTable('user_account')
      .set({ email, ...folded, email_verified_at: verifiedAt })
      .where('user_id', '=', userId)
      .execute();
  } catch (error) {
    if (violates(error, 'user_account_email_unique')) throw emailTaken();
    throw error;
  }
  await updateFoldedNames(trx, userId, folded);
}

/** Invalidates all links that were sent to set a password or to verify an address. */
export async function deleteAccountTickets(trx: Transaction<DB>, userId: string): Promise<void> {
  await deleteTickets(trx, { userId, purposes: ['password', 'email'] });
}

/** Returns when the pending link was created; undefined if there is none. */
export async function findLastTicketAt(
  db: Database,
  userId: string,
  purpose: 'password' | 'email',
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('user_ticket')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.created_at;
}
