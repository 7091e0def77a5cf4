import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordForUser } from './record-for-user.ts';
import type { UserRow } from './users.queries.ts';

type Shown = Pick<UserRow, 'user_id' | 'display_name' | 'photo_url'>;

/** Records a changed name or photo of a user in each of their organizations. */
export async function recordUserUpdated(
  trx: Transaction<DB>,
  cause: Cause,
  { before, after, at }: { before: Shown; after: Shown; at: Date },
): Promise<void> {
  const isSameName = before.display_name === after.display_name;
  const isSamePhoto = before.photo_url === after.photo_url;
  if (isSameName && isSamePhoto) return;
  const pick = (row: Shown) => ({
    ...(isSameName ? {} : { displayName: row.display_name }),
    ...(isSamePhoto ? {} : { photoURL: row.photo_url }),
  });
  const target = { type: 'user' as const, id: after.user_id, label: after.display_name };
  const payload = { before: pick(before), after: pick(after) };
  // Also by who acts in one organization only: they belong to no other.
  await recordForUser(
    trx,
    { userId: after.user_id, onlyIn: undefined },
    { cause, action: 'user.updated', target, payload, at },
  );
}
