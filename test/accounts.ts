import type { LightMyRequestResponse } from 'fastify';
import { TOTP } from 'otpauth';
import { hashPassword } from '../apps/server/domains/identity/accounts/passwords.ts';
import { CSRF_HEADER } from '../apps/server/platform/access/browser-sessions.ts';
import type { Method, TestApp } from './app.ts';
import { type AddedUser, addMember, addUser } from './factories.ts';
import { cookieOf, csrfOf } from './session.ts';

export const PASSWORD = 'a password of these tests';

/** Hashed once: it takes as long as it should. */
let hash: Promise<string> | undefined;

/** A user who signs in with `PASSWORD`: a member of the first organization where a role is given. */
export async function addAccount(
  app: TestApp,
  options: { email?: string; role?: 'admin' | 'read' } = {},
): Promise<AddedUser> {
  const { role, ...rest } = options;
  const user = role === undefined ? await addUser(app, rest) : await addMember(app, { role, ...rest });
  await setPassword(app, user.userId);
  return user;
}

/** `PASSWORD`, whatever it was before. */
export async function setPassword(app: TestApp, userId: string): Promise<void> {
  hash ??= hashPassword(PASSWORD);
  await app.context.db
    .updateTable('user_account')
    .set({ password_hash: await hash, password_changed_at: app.context.clock() })
    .where('user_id', '=', userId)
    .execute();
}

let lastAddress = 0;

/** An address that nobody else has, so that it meets no limit. */
export function nextAddress(): string {
  lastAddress += 1;
  return `10.1.${lastAddress >> 8}.${lastAddress & 255}`;
}

/** `POST /v1/session`, as a page of our own sends it. */
export function signInByApi(
  app: TestApp,
  body: object,
  options: { headers?: Record<string, string>; address?: string } = {},
): Promise<LightMyRequestResponse> {
  return app.server.inject({
    method: 'POST',
    url: '/v1/session',
    remoteAddress: options.address ?? nextAddress(),
    headers: { origin: app.server.sessions.origin, ...options.headers },
    payload: body,
  });
}

/** Signs in with `PASSWORD`; returns the cookie as the browser sends it. */
export async function openBrowser(app: TestApp, email: string): Promise<string> {
  const response = await signInByApi(app, { email, password: PASSWORD });
  if (response.statusCode !== 201) throw new Error(`Signing in was refused: ${response.body}`);
  return cookieOf(response);
}

/** A call of the API as a page of our own makes it for the browser with this cookie. */
export function callByCookie(
  app: TestApp,
  cookie: string,
  method: Method,
  url: string,
  body?: object,
): Promise<LightMyRequestResponse> {
  return app.server.inject({
    method,
    url,
    remoteAddress: nextAddress(),
    headers: {
      cookie,
      origin: app.server.sessions.origin,
      [CSRF_HEADER]: String(csrfOf(app.server, cookie)),
    },
    ...(body ? { payload: body } : {}),
  });
}

/** Starts to turn on the second factor; returns what the app keeps, and a code that confirms it. */
export async function startSecondFactor(
  app: TestApp,
  token: string,
): Promise<{ secret: string; code: string }> {
  const begun = await app.request('POST', '/v1/user/totp', { token, body: { password: PASSWORD } });
  const { secret } = begun.json();
  return { secret, code: new TOTP({ secret }).generate({ timestamp: app.context.clock().getTime() }) };
}

/** Turns it on through the API with a token of the user; returns the app's secret and the recovery codes. */
export async function turnOnSecondFactor(
  app: TestApp,
  token: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, code } = await startSecondFactor(app, token);
  const confirmed = await app.request('PUT', '/v1/user/totp', { token, body: { code } });
  if (confirmed.statusCode !== 200) throw new Error(`The second factor was refused: ${confirmed.body}`);
  return { secret, recoveryCodes: confirmed.json().codes };
}
