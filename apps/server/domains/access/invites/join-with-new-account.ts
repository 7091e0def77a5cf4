import { newUserId } from '@lectern/std/ids';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, invalidField } from '../../../platform/http/errors.ts';
import { findAccountRow, updatePassword } from '../../identity/accounts/account.queries.ts';
import { assertGoodPassword, hashPassword } from '../../identity/accounts/passwords.ts';
import { displayNameFromEmail } from '../../identity/users/display-name.ts';
import { emailTaken, insertUser } from '../../identity/users/users.queries.ts';
import { readAddress } from './invited-address.ts';
import { getOpenLink, joinInUnit } from './join-by-link.ts';
import type { LinkInviteKey, LinkInviteRow } from './link-invites.queries.ts';

const noAddress = (): ApiError => invalidField('email', 'must be an email address');
const hasAccount = (): ApiError =>
  emailTaken('There is already an account with this email address. Sign in with it to join.');

const MAX_NAME_LENGTH = 64;
const nameTooLong = (): ApiError => invalidField('name', `must have at most ${MAX_NAME_LENGTH} characters`);

export interface NewAccount {
  email: string;
  name: string | undefined;
  password: string;
}

/**
 * For a holder of a link without an account: creates one, which joins. The address is not verified, so it proves
 * nothing: see docs/decisions/invitations.md.
 */
export async function joinWithNewAccount(
  context: Pick<Context, 'db' | 'transact' | 'clock'>,
  key: LinkInviteKey,
  account: NewAccount,
  toCause: (userId: string) => Cause,
  then: (unit: UnitOfWork, userId: string) => Promise<void>,
): Promise<LinkInviteRow> {
  const { db, transact, clock } = context;
  await getOpenLink(context, key);
  const email = readAddress(account.email);
  if (email === undefined) throw noAddress();
  const displayName = account.name ?? displayNameFromEmail(email);
  if ([...displayName].length > MAX_NAME_LENGTH) throw nameTooLong();
  assertGoodPassword(account.password, email);
  if (await findAccountRow(db, { email })) throw hasAccount();
  const hash = await hashPassword(account.password);
  return transact(async (unit) => {
    const at = clock();
    const userId = newUserId();
    await insertUser(unit.trx, { userId, email, displayName, createdAt: at });
    await updatePassword(unit.trx, { userId, hash, at });
    const row = await joinInUnit(context, unit, { userId, cause: toCause(userId), key });
    await then(unit, userId);
    return row;
  });
}
