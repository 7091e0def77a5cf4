import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';

export interface NewAccount {
  userId: string;
  email: string;
  folded: string;
  displayName: string;
  nameFolded: string;
}

/** Creates an account for each address without one. Returns the ids of the accounts created. */
export async function insertUnclaimedUsers(
  trx: Transaction<DB>,
  accounts: NewAccount[],
  createdAt: Date,
): Promise<Set<string>> {
  // In a fixed order, so that two invitations of the same addresses cannot deadlock.
  const { rows } = await sql<{ user_id: string }>`
    insert into user_account (user_id, email, email_folded, display_name, name_folded, is_unclaimed, created_at)
    select a."userId", a.email, a.folded, a."displayName", a."nameFolded", true, ${createdAt}
    from jsonb_to_recordset(${toJsonText(accounts)}::text::jsonb) as a(
      "userId" uuid, email text, folded text, "displayName" text, "nameFolded" text)
    order by a.folded collate "C"
    on conflict (email_folded) do nothing
    returning user_id`.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}
