import { newId } from '@lectern/std/ids';
import { PASSWORD, setPassword } from '../accounts.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import { insertSession } from './people.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

/** A token is refused by routes about the browser's session. */
const refuseToken = ({ token }: Caller): number | undefined => (token === undefined ? undefined : 404);

const ownSession = async ({ app, own, foreign }: Setup, caller: Caller): Promise<Named> => {
  const { userId, isBound, role } = caller;
  if (!userId) return { sessionId: own.sessionId as string };
  const { organizationId } = role === undefined ? foreign : own;
  // A caller limited to one organization manages only sessions with the same limit.
  const bound = isBound && organizationId ? { organizationId } : {};
  const { sessionId } = await insertSession(app, { userId, ...bound });
  return { sessionId };
};

const withPassword = async ({ app }: Setup, { userId }: Caller): Promise<Named> => {
  if (userId) await setPassword(app, userId);
  return {};
};

let lastEmail = 0;

export const ACCOUNT_CALLS: Record<string, Call> = {
  'GET /v1/session': { status: 200, refusal: refuseToken },
  'GET /v1/session/provider-logout': { status: 200 },
  'DELETE /v1/session': { status: 204, refusal: refuseToken, endsSessions: true },
  'GET /v1/user/sessions': { status: 200 },
  'DELETE /v1/user/sessions': { status: 204, endsSessions: true },
  'GET /v1/user/sessions/:sessionId': { status: 200, name: ownSession },
  'DELETE /v1/user/sessions/:sessionId': { status: 204, name: ownSession },

  'GET /v1/user/recent': { status: 200 },
  'GET /v1/user/favorites': { status: 200 },
  // What nobody can see is not found by those who may ask.
  'POST /v1/user/recent': { status: 404, body: () => ({ space: newId() }) },
  'PUT /v1/user/favorites': { status: 404, body: () => ({ collection: newId() }) },
  'DELETE /v1/user/favorites/:favoriteId': { status: 404 },

  'GET /v1/user/credentials': { status: 200 },
  'PUT /v1/user/password': {
    status: 204,
    body: () => ({ current: PASSWORD, password: 'another password of these tests' }),
    name: withPassword,
    endsSessions: true,
  },
  'PUT /v1/user/email': {
    status: 200,
    body: () => {
      lastEmail += 1;
      return { email: `changed-${lastEmail}@example.com`, password: PASSWORD };
    },
    name: withPassword,
  },
  // The test app sends no mail.
  'POST /v1/user/email/verification': { status: 409 },
  'POST /v1/user/totp': { status: 201, body: () => ({ password: PASSWORD }), name: withPassword },
  // The second factor of the call above is not confirmed, and this is not its code.
  'PUT /v1/user/totp': { status: 400, body: () => ({ code: 'no code' }) },
  // A second factor that is not confirmed has no recovery codes.
  'POST /v1/user/totp/recovery-codes': {
    status: 404,
    body: () => ({ password: PASSWORD }),
    name: withPassword,
  },
  'GET /v1/user/passkeys': { status: 200 },
  'POST /v1/user/passkeys/options': {
    status: 200,
    body: () => ({ password: PASSWORD }),
    name: withPassword,
  },
  'POST /v1/user/passkeys/confirmation-options': { status: 409 },
  // Nobody was asked for this answer.
  'POST /v1/user/passkeys': { status: 400, body: () => ({ ceremony: 'none', response: {}, title: 'Phone' }) },
  'PATCH /v1/user/passkeys/:passkeyId': { status: 404, body: () => ({ title: 'Tablet' }) },
  'DELETE /v1/user/passkeys/:passkeyId': {
    status: 404,
    body: () => ({ password: PASSWORD }),
    name: withPassword,
  },
  'DELETE /v1/user/totp': { status: 204, body: () => ({ password: PASSWORD }), name: withPassword },

  // An invalid ticket: it verifies no address.
  'POST /app/confirm-email/:ticket': { status: 404 },
  // It leads to the page that asks to sign in.
  'POST /app/sign-out': { status: 401, endsSessions: true },
};
