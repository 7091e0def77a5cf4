import type { Expectation } from './expected-status.ts';

/** The routes for signing in, for credentials and for sessions. */
export const ACCOUNT_EXPECTATIONS: Record<string, Expectation> = {
  'POST /v1/session': 'everyone',
  'GET /v1/session': 'read: anyone',
  'GET /v1/session/provider-logout': 'read: anyone',
  'DELETE /v1/session': 'read: anyone',
  'GET /v1/user/sessions': 'read: user',
  'DELETE /v1/user/sessions': 'admin: user',
  'GET /v1/user/sessions/:sessionId': 'read: user',
  'DELETE /v1/user/sessions/:sessionId': 'admin: user',

  'GET /v1/user/recent': 'read: user',
  'POST /v1/user/recent': 'write: user',
  'GET /v1/user/favorites': 'read: user',
  'PUT /v1/user/favorites': 'write: user',
  'DELETE /v1/user/favorites/:favoriteId': 'write: user',

  'GET /v1/user/credentials': 'read: unbound user',
  'PUT /v1/user/password': 'admin: unbound user',
  'PUT /v1/user/email': 'admin: unbound user',
  'POST /v1/user/email/verification': 'admin: unbound user',
  'POST /v1/user/totp': 'admin: unbound user',
  'PUT /v1/user/totp': 'admin: unbound user',
  'POST /v1/user/totp/recovery-codes': 'admin: unbound user',
  'DELETE /v1/user/totp': 'admin: unbound user',

  'GET /v1/user/passkeys': 'read: unbound user',
  'POST /v1/user/passkeys/options': 'admin: unbound user',
  'POST /v1/user/passkeys': 'admin: unbound user',
  'PATCH /v1/user/passkeys/:passkeyId': 'admin: unbound user',
  'DELETE /v1/user/passkeys/:passkeyId': 'admin: unbound user',
  'POST /v1/session/passkey-options': 'everyone',
  'POST /v1/session/passkey': 'everyone',

  'PUT /v1/email-verifications/:ticket': 'everyone',
  'POST /v1/password-resets': 'everyone',
  'PUT /v1/password-resets/:ticket': 'everyone',

  'GET /app/sign-in': 'everyone',
  'POST /app/sign-in': 'everyone',
  'POST /app/sign-in/code': 'everyone',
  'GET /app/sign-in/directory/:name': 'everyone',
  'POST /app/sign-in/directory/:name': 'everyone',
  'POST /app/sign-in/directory/:name/code': 'everyone',
  'POST /app/sign-out': 'read: anyone',
  'GET /app/forgot-password': 'everyone',
  'POST /app/forgot-password': 'everyone',
  'GET /app/reset-password/:ticket': 'everyone',
  'POST /app/reset-password/:ticket': 'everyone',
  'GET /app/confirm-email/:ticket': 'everyone',
  'POST /app/confirm-email/:ticket': 'write: user',
};
