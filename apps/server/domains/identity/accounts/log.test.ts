import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, nextAddress, PASSWORD, turnOnSecondFactor } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { cookieOf, csrfOf, postForm } from '../../../../../test/session.ts';
import { type App, buildApp } from '../../../app/app.ts';
import { createLog } from '../../../platform/log.ts';
import { makeResetLink } from './reset-link.ts';

let app: TestApp;
/** The same app, which logs all that it can. */
let logged: App;
const lines: string[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  const output = { write: (line: string) => void lines.push(line) };
  logged = await buildApp({
    ...app.context,
    log: createLog({ ...app.context.config, logLevel: 'trace' }, output),
  });
});
afterAll(async () => {
  await logged?.server.close();
  await app?.close();
});

test('no password, code, cookie or link is in the log, whatever became of the request', async () => {
  const { email, token } = await addAccount(app);
  const { secret, recoveryCodes } = await turnOnSecondFactor(app, token);
  const [code = '', wrongCode = ''] = recoveryCodes;
  const ticket = (await makeResetLink(app.context, email)).split('/').at(-1) as string;
  const { server } = logged;
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
    server.inject({
      method,
      url,
      remoteAddress: nextAddress(),
      headers: { origin: server.sessions.origin, ...headers },
      ...(payload ? { payload } : {}),
    });
  const body = { email, password: PASSWORD, code };
  const signedIn = await send('POST', '/v1/session', body);
  expect(signedIn.statusCode).toBe(201);
  const cookie = cookieOf(signedIn);
  const csrf = csrfOf(server, cookie) as string;
  await send('POST', '/v1/session', { ...body, code: wrongCode.toUpperCase() });
  await send('POST', '/v1/session', { ...body, code: 17 });
  await send('DELETE', '/v1/user/totp', { password: 'a wrong password' }, { cookie, 'x-lectern-csrf': csrf });
  await postForm({ server, context: app.context }, '/app/sign-in', { email, password: 'another wrong one' });
  await postForm({ server, context: app.context }, '/app/sign-in', { token: app.adminToken });
  for (const [method, url] of [
    ['GET', '/app/reset-password/'],
    ['POST', '/app/reset-password/'],
    ['GET', '/app/nothing/'],
    ['GET', '/app/confirm-email/'],
    ['PUT', '/v1/password-resets/'],
    ['PUT', '/v1/email-verifications/'],
    ['GET', '/v1/nothing/'],
  ] as const) {
    await send(method, url + ticket, method === 'GET' ? undefined : { password: 'short' }, { cookie });
    await send(method, `${url + ticket}/?a=b`, undefined, {
      cookie,
      authorization: `Bearer ${cookie.split('=')[1]}`,
    });
  }
  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(15);
  expect(text).toContain('/app/reset-password/');
  for (const hidden of [
    PASSWORD,
    'a wrong password',
    'another wrong one',
    app.adminToken,
    secret,
    code,
    wrongCode,
    csrf,
    cookie.split('=')[1] as string,
    ticket.split('.')[1] as string,
  ])
    expect(text).not.toContain(hidden);
});
