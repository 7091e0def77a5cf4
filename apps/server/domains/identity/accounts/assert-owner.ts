import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineError, invalidField } from '../../../platform/http/errors.ts';
import { type AccountRow, findAccountRow } from './account.queries.ts';
import { createAttempts } from './attempts.ts';
import { type PasskeyResponse, useResponse, verifyResponse } from './passkeys/verify-passkey.ts';
import { verifyPassword } from './passwords.ts';

/** Counted separately from sign-in attempts: guessing there cannot lock a signed-in user out of these changes. */
const attempts = createAttempts('owner');

export const accountDeleted = defineError(
  { status: 404, reason: 'account-deleted' },
  'This account has been deleted.',
);
export const passwordNotSet = defineError(
  { status: 409, reason: 'password-not-set' },
  'This account has no password yet. Set one first.',
);
const passwordMissing = (path: string): ApiError => invalidField(path, 'must be your current password');
export const incorrectPassword = defineError(
  { status: 403, reason: 'incorrect-password' },
  (path: string) => ({
    message: 'The password is incorrect.',
    details: [{ path, message: 'must be your current password' }],
  }),
);

export const incorrectPasskey = defineError(
  { status: 403, reason: 'incorrect-passkey' },
  'The passkey was not accepted. Try again, or enter your password.',
);

export async function getAccount(db: Context['db'], userId: string): Promise<AccountRow> {
  const account = await findAccountRow(db, { userId });
  if (!account) throw accountDeleted();
  return account;
}

/** How the user of a session shows that they are still the owner of the account. */
export interface Proof {
  password?: string | undefined;
  /** Instead of the password. */
  passkey?: PasskeyResponse | undefined;
}

/**
 * For changes that a session left open must not allow. With a password: throws a 409 if there is none, a 403 for a wrong
 * one, a 429 after too many attempts. With a passkey: throws a 403 if it does not fit. `path`: the name of the field of
 * the password.
 */
export async function assertOwner(
  context: Context,
  userId: string,
  { password, passkey }: Proof,
  path = 'password',
): Promise<AccountRow> {
  const account = await getAccount(context.db, userId);
  if (passkey !== undefined) {
    await assertPasskey(context, userId, passkey);
    return account;
  }
  if (account.password_hash === null) throw passwordNotSet();
  if (password === undefined || password === '') throw passwordMissing(path);
  const isRight = await attempts.try(userId, context.clock(), () =>
    verifyPassword(account.password_hash, password),
  );
  if (!isRight) throw incorrectPassword(path);
  return account;
}

async function assertPasskey(context: Context, userId: string, answer: PasskeyResponse): Promise<void> {
  const verified = await verifyResponse(context, answer, { purpose: 'confirm', userId });
  const isUsed = verified && (await context.transact((unit) => useResponse(context, unit, verified)));
  if (!isUsed) throw incorrectPasskey();
}
