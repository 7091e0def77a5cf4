/** In an organization that requires single sign-on, a token must not be a way around it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, callByCookie, openBrowser } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addMember,
  addOrganization,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { signIn } from '../../../../../test/session.ts';
import { addSsoProvider } from '../../../../../test/sso-browser.ts';

let app: TestApp;
let otherId: string;
beforeAll(async () => {
  app = await buildTestApp();
  otherId = (await addOrganization(app)).organizationId;
  await addSsoProvider(app);
  await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { sso: true } });
});
afterAll(() => app?.close());

const body = { title: 'Made here' };

/** Creates a token in a browser that signed in with the password. */
async function makeInBrowser({ email }: AddedUser): Promise<string> {
  const made = await callByCookie(app, await openBrowser(app, email), 'POST', '/v1/user/tokens', body);
  expect(made.statusCode).toBe(201);
  return made.json().token;
}

const statusOf = async (token: string, organizationId = app.organizationId): Promise<number> =>
  (await app.request('GET', `/v1/orgs/${organizationId}/spaces`, { token })).statusCode;

test('one that is made in a browser which signed in with a password does as little there as the browser', async () => {
  const user = await addAccount(app, { role: 'read' });
  await joinOrganization(app, { userId: user.userId, role: 'read', organizationId: otherId });
  const cookie = await openBrowser(app, user.email);
  const url = `/v1/orgs/${app.organizationId}/spaces`;
  expect((await callByCookie(app, cookie, 'GET', url)).statusCode).toBe(403);
  const token = await makeInBrowser(user);
  const refused = await app.request('GET', url, { token });
  expect(refused.statusCode).toBe(403);
  expect(refused.json().error.message).toContain('single sign-on');
  expect(await statusOf(token, otherId)).toBe(200);
  const next = (await app.request('POST', '/v1/user/tokens', { token, body })).json().token;
  expect([await statusOf(next), await statusOf(next, otherId)]).toEqual([403, 200]);
  // Created in a browser that signed in with a token.
  const byToken = await callByCookie(app, await signIn(app, user.token), 'POST', '/v1/user/tokens', body);
  expect(await statusOf(byToken.json().token)).toBe(403);
});

test('programs go on: with tokens that were made by tokens, and as service accounts', async () => {
  const { token } = await addMember(app, { role: 'read' });
  const made = (await app.request('POST', '/v1/user/tokens', { token, body })).json().token;
  const service = await app.request('POST', `/v1/orgs/${app.organizationId}/tokens`, {
    body: { title: 'A service', role: 'read' },
  });
  expect([await statusOf(token), await statusOf(made), await statusOf(service.json().token)]).toEqual([
    200, 200, 200,
  ]);
});

test('administrators are not locked out', async () => {
  expect(await statusOf(await makeInBrowser(await addAccount(app, { role: 'admin' })))).toBe(200);
});

test('it acts again when members may come in otherwise', async () => {
  const token = await makeInBrowser(await addAccount(app, { role: 'read' }));
  const url = `/v1/orgs/${app.organizationId}`;
  await app.request('PATCH', url, { body: { sso: false } });
  expect(await statusOf(token)).toBe(200);
  await app.request('PATCH', url, { body: { sso: true } });
  expect(await statusOf(token)).toBe(403);
});
