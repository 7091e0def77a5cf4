import type { Static } from 'typebox';
import type { AccountRow } from './account.queries.ts';
import type { CredentialsSchema } from './account.schemas.ts';

/** The Credentials object: how a user signs in, without anything secret. */
export const presentCredentials = (
  account: AccountRow,
  recoveryCodesLeft: number,
): Static<typeof CredentialsSchema> => ({
  object: 'credentials' as const,
  email: account.email,
  isEmailVerified: account.email_verified_at !== null,
  hasPassword: account.password_hash !== null,
  ...(account.password_changed_at ? { passwordChangedAt: account.password_changed_at.toISOString() } : {}),
  hasSecondFactor: account.totp_confirmed_at !== null,
  recoveryCodesLeft,
});
