import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineError, invalidField } from '../../../platform/http/errors.ts';
import { type AccountRow, findAccountRow } from './account.queries.ts';
import { createAttempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';

/** Counted separately from sign-in attempts: guessing there cannot lock a signed-in user out of these changes. */
const attempts = createAttempts();

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

export async function getAccount(db: Context['db'], userId: string): Promise<AccountRow> {
  const account = await findAccountRow(db, { userId });
  if (!account) throw accountDeleted();
  return account;
}

/**
 * For changes that a session left open must not allow. Throws a 409 if there is no password, a 403 for a wrong one, a
 * 429 after too many attempts. `path`: the name of the field.
 */
export async function assertPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  { password, path = 'password' }: { password: string | undefined; path?: string },
): Promise<AccountRow> {
  const account = await getAccount(db, userId);
  if (account.password_hash === null) throw passwordNotSet();
  if (password === undefined || password === '') throw passwordMissing(path);
  const isRight = await attempts.try(userId, clock(), () => verifyPassword(account.password_hash, password));
  if (!isRight) throw incorrectPassword(path);
  return account;
}
