import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordForUser } from '../users/record-for-user.ts';
import type { AccountRow } from './account.queries.ts';

/** Records changed credentials in each of the user's organizations, without any secret. */
export async function recordAccountChange(
  trx: Transaction<DB>,
  cause: Cause,
  {
    account,
    payload,
    at,
  }: { account: Pick<AccountRow, 'user_id' | 'display_name'>; payload: object; at: Date },
): Promise<void> {
  await recordForUser(
    trx,
    { userId: account.user_id, onlyIn: undefined },
    {
      cause,
      action: 'user.updated',
      target: { type: 'user', id: account.user_id, label: account.display_name },
      payload: { ...payload },
      at,
    },
  );
}
