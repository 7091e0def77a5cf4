import type { Context } from '../../context.ts';
import { ApiError, conflict, invalidField } from '../../http/errors.ts';
import { type AccountRow, findAccountRow } from './account.repository.ts';
import { createAttempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';

/** Apart from those of signing in: who guesses there cannot keep somebody who is signed in from their account. */
const attempts = createAttempts();

export const accountIsGone = (): ApiError => new ApiError(404, 'This account has been deleted.');
const noPassword = (): ApiError =>
  conflict('This needs a password, and the account has none yet: set one first.');
const passwordMissing = (path: string): ApiError => invalidField(path, 'must be your present password.');
const wrongPassword = (path: string): ApiError =>
  new ApiError(403, 'The password is wrong.', {
    details: [{ path, message: 'is not your present password.' }],
  });

export async function getAccount(db: Context['db'], userId: string): Promise<AccountRow> {
  const account = await findAccountRow(db, { userId });
  if (!account) throw accountIsGone();
  return account;
}

/**
 * For what a session that somebody left open must not be enough. Throws a 409 where there is no password, a 403 for a
 * wrong one, a 429 after too many. `path`: what the field is called.
 */
export async function assertPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  { password, path = 'password' }: { password: string | undefined; path?: string },
): Promise<AccountRow> {
  const account = await getAccount(db, userId);
  if (account.password_hash === null) throw noPassword();
  if (password === undefined || password === '') throw passwordMissing(path);
  const isRight = await attempts.try(userId, clock(), () => verifyPassword(account.password_hash, password));
  if (!isRight) throw wrongPassword(path);
  return account;
}
