import type { Static } from 'typebox';
import type { AccountRow } from './account.queries.ts';
import type { CredentialsSchema } from './account.schemas.ts';

/** The Credentials object: what somebody signs in by, and nothing of it that is secret. */
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
