import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, openBrowser, PASSWORD, signInByApi } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addServiceToken, addUser } from '../../../../../test/factories.ts';

let app: TestApp;
let administratorId: string;
beforeAll(async () => {
  app = await buildTestApp();
  administratorId = (await app.request('GET', '/v1/user')).json().id;
});
afterAll(() => app.close());

const change = (userId: string, body: object, token?: string) =>
  app.request('PATCH', `/v1/instance/users/${userId}`, { body, ...(token ? { token } : {}) });

test('the first start makes an instance administrator, and a session or token says whether it is one', async () => {
  expect((await app.request('GET', '/v1/user')).json().instanceAdministrator).toBe(true);
  const { token, userId } = await addMember(app, { role: 'admin' });
  expect((await app.request('GET', '/v1/user', { token })).json()).not.toHaveProperty(
    'instanceAdministrator',
  );
  const refused = await app.request('GET', '/v1/instance', { token });
  expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'instance-administrator-required']);

  expect((await change(userId, { instanceAdministrator: true })).json().instanceAdministrator).toBe(true);
  expect((await app.request('GET', '/v1/instance', { token })).statusCode).toBe(200);
  expect((await change(userId, { instanceAdministrator: false })).statusCode).toBe(200);
  expect((await app.request('GET', '/v1/instance', { token })).statusCode).toBe(403);
});

test('users are found by parts of their names and addresses, and by their state', async () => {
  const { userId } = await addMember(app, {
    role: 'edit',
    displayName: 'Grace Hopper',
    email: 'GH@navy.example',
  });
  const find = async (query: string) =>
    (await app.request('GET', `/v1/instance/users?${query}`))
      .json()
      .items.map(({ id }: { id: string }) => id);
  expect(await find('search=hopp')).toEqual([userId]);
  expect(await find('search=navy.ex')).toEqual([userId]);
  expect(await find('search=nobody-has-this')).toEqual([]);
  expect(await find('state=administrator')).toEqual([administratorId]);
  await change(userId, { blocked: true });
  expect(await find('state=blocked')).toEqual([userId]);
  expect(await find('search=hopp&state=active')).toEqual([]);
  await change(userId, { blocked: false });
});

test('a user is shown with what an administrator needs to help them, and with no secret', async () => {
  const { userId, email } = await addAccount(app, { role: 'read' });
  const response = await app.request('GET', `/v1/instance/users/${userId}`);
  expect(response.json()).toMatchObject({
    email,
    blocked: false,
    invited: false,
    password: true,
    secondFactor: false,
    tokens: 1,
    organizationCount: 1,
    organizations: [{ id: app.organizationId, role: 'read' }],
  });
  expect(response.body).not.toContain('argon2');
});

test('a blocked user is signed out, cannot sign in, and their tokens are refused until they are unblocked', async () => {
  const { userId, email, token } = await addAccount(app, { role: 'read' });
  const cookie = await openBrowser(app, email);
  const byCookie = () => app.server.inject({ method: 'GET', url: '/v1/user', headers: { cookie } });
  const byToken = () => app.request('GET', `/v1/orgs/${app.organizationId}`, { token });
  expect([(await byCookie()).statusCode, (await byToken()).statusCode]).toEqual([200, 200]);

  expect((await change(userId, { blocked: true })).json()).toMatchObject({ blocked: true, sessions: 0 });
  expect([(await byCookie()).statusCode, (await byToken()).statusCode]).toEqual([401, 401]);
  const signIn = await signInByApi(app, { email, password: PASSWORD });
  expect([signIn.statusCode, signIn.json().error.reason]).toEqual([401, 'sign-in-revoked']);

  await change(userId, { blocked: false });
  expect((await byToken()).statusCode).toBe(200);
  expect((await signInByApi(app, { email, password: PASSWORD })).statusCode).toBe(201);
});

test('nobody blocks themselves, and an instance keeps an administrator', async () => {
  const own = await change(administratorId, { blocked: true });
  expect([own.statusCode, own.json().error.reason]).toEqual([409, 'own-account']);
  const last = await change(administratorId, { instanceAdministrator: false });
  expect([last.statusCode, last.json().error.reason]).toEqual([409, 'last-instance-administrator']);

  const { userId, token } = await addUser(app);
  await change(userId, { instanceAdministrator: true });
  // Two administrators who remove each other at the same time leave one.
  const both = await Promise.all([
    change(userId, { instanceAdministrator: false }),
    change(administratorId, { instanceAdministrator: false }, token),
  ]);
  expect(both.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
  const left = await app.context.db
    .selectFrom('user_account')
    .select('user_id')
    .where('is_instance_administrator', '=', true)
    .execute();
  expect(left).toHaveLength(1);
  await app.context.db
    .updateTable('user_account')
    .set({ is_instance_administrator: sql<boolean>`user_id = ${administratorId}` })
    .execute();
  for (const id of [userId, administratorId])
    await app.context.transact(async ({ announce }) => announce({ kind: 'user', userId: id }));
});

test('a link sets a password once, and the organizations of the user learn that it was made', async () => {
  const { userId, email } = await addMember(app, { role: 'read' });
  const made = await app.request('POST', `/v1/instance/users/${userId}/password-link`);
  expect(made.statusCode).toBe(201);
  const { pathname } = new URL(made.json().url);
  expect(pathname).toMatch(/^\/app\//);
  expect(new Date(made.json().expiresAt).getTime()).toBeGreaterThan(Date.now());
  const events = await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events?target=${userId}`);
  expect(events.json().items[0]).toMatchObject({ action: 'user.updated', actor: { id: administratorId } });
  expect(events.body).not.toContain(pathname.split('/').at(-1));
  expect(email).toContain('@');
});

test('a service account never administers the instance', async () => {
  const token = await addServiceToken(app, { role: 'admin' });
  const refused = await app.request('GET', '/v1/instance/users', { token });
  expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'user-required']);
});
