import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, PASSWORD, signInByApi, turnOnSecondFactor } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createUser, removeSecondFactor, setInstanceAdministrator, verifyUser } from './operator.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const eventsOf = async (targetId: string) =>
  app.context.db
    .selectFrom('audit_event')
    .select(['action', 'actor_type', 'source', 'payload'])
    .where('target_id', '=', targetId)
    .orderBy('event_id')
    .execute();

test('the operator lets who lost app and codes sign in by password alone', async () => {
  const { email, token, userId } = await addAccount(app, { role: 'read' });
  await turnOnSecondFactor(app, token);
  await removeSecondFactor(app.context, email.toUpperCase());
  expect((await signInByApi(app, { email, password: PASSWORD })).statusCode).toBe(201);
  expect((await eventsOf(userId)).at(-1)).toEqual({
    action: 'user.updated',
    actor_type: 'system',
    source: 'script',
    payload: { before: { secondFactor: true }, after: { secondFactor: false } },
  });
  await expect(removeSecondFactor(app.context, email)).rejects.toMatchObject({ status: 404 });
});

test('a user whom the operator adds belongs to the organization, as its audit tells', async () => {
  const membership = { organizationId: app.organizationId, role: 'edit' as const };
  await createUser(app.context, { email: 'Ada@localhost', membership });
  const row = await app.context.db
    .selectFrom('user_account')
    .selectAll()
    .where('email', '=', 'Ada@localhost')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ display_name: 'Ada', password_hash: null, email_verified_at: null });
  expect(await eventsOf(row.user_id)).toEqual([
    { action: 'member.joined', actor_type: 'system', source: 'script', payload: { after: { role: 'edit' } } },
  ]);
  await verifyUser(app.context, 'ada@localhost');
  const verified = await app.context.db
    .selectFrom('user_account')
    .select('email_verified_at')
    .where('user_id', '=', row.user_id)
    .executeTakeFirstOrThrow();
  expect(verified.email_verified_at).not.toBeNull();
});

test('nobody is added where something is wrong', async () => {
  const count = async () =>
    (await app.context.db.selectFrom('user_account').select('user_id').execute()).length;
  const before = await count();
  const organizationId = '01890000-0000-7000-8000-000000000000';
  const inputs = [
    { email: 'b@example.com', membership: { organizationId, role: 'read' as const } },
    { email: 'b@example.com', membership: { organizationId: 'none', role: null } },
    { email: 'no address' },
    { email: 'ADA@localhost' },
  ];
  const statuses = [];
  for (const input of inputs) {
    const failure = await createUser(app.context, input).catch((error: { status: number }) => error);
    statuses.push(failure?.status);
  }
  expect(statuses).toEqual([404, 404, 400, 409]);
  expect(await count()).toBe(before);
});

test('before the first start nobody is added: it makes the administrator of an empty database', async () => {
  const empty = await buildTestApp();
  await empty.database.sql`delete from user_account`;
  await expect(createUser(empty.context, { email: 'a@example.com' })).rejects.toMatchObject({ status: 409 });
  await empty.close();
});

test('the operator lets a user administer the instance, and ends that', async () => {
  const { email, token } = await addAccount(app, { role: 'read' });
  const status = async () => (await app.request('GET', '/v1/instance', { token })).statusCode;
  expect(await status()).toBe(403);
  await setInstanceAdministrator(app.context, email, true);
  expect(await status()).toBe(200);
  await setInstanceAdministrator(app.context, email, false);
  expect(await status()).toBe(403);
  await expect(setInstanceAdministrator(app.context, 'nobody@example.com', true)).rejects.toMatchObject({
    status: 404,
  });
});
