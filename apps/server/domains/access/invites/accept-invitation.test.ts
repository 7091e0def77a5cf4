import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization, addServiceToken, addUser } from '../../../../../test/factories.ts';
import {
  accept,
  call,
  findMember,
  inviteOne,
  listEvents,
  PASSWORD,
  readOrganization,
  signInWith,
} from '../../../../../test/fixtures/access/invites/invites.ts';

const DAY_MS = 24 * 3_600_000;

let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app?.close());

const someAddress = (): string => `new-${newId()}@example.com`;

describe('somebody new', () => {
  test('sets the first password by the link, and takes part', async () => {
    const email = someAddress();
    const { userId, ticket } = await inviteOne(app, email);
    const response = await accept(app, ticket, { password: PASSWORD, displayName: 'Ada Lovelace' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ organization: app.organizationId, user: userId });
    expect(response.headers['set-cookie']).toBeUndefined();
    const cookie = await signInWith(app, email, PASSWORD);
    expect(await readOrganization(app, { cookie: cookie as string })).toBe(200);
    const user = (await call(app, 'GET', '/v1/user', { cookie: cookie as string })).json();
    expect(user).toMatchObject({ id: userId, displayName: 'Ada Lovelace', email });
    expect((await listEvents(app, userId)).at(-1)).toMatchObject({
      action: 'member.accepted',
      actor_id: userId,
      target_label: 'Ada Lovelace',
    });
  });

  test('has an address that is not proven by a link that an administrator could read', async () => {
    const email = someAddress();
    const { userId, ticket } = await inviteOne(app, email);
    await accept(app, ticket, { password: PASSWORD });
    const row = await app.context.db
      .selectFrom('user_account')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email_verified_at: null, is_unclaimed: false });
  });

  test.each([
    ['no password', {}],
    ['a password that is easily guessed', { password: 'password123' }],
    ['a short password', { password: 'short' }],
    ['an empty name', { password: PASSWORD, displayName: '' }],
  ])('is told with 400 what is wrong: %s', async (_what, body) => {
    const { ticket } = await inviteOne(app, someAddress());
    expect((await accept(app, ticket, body)).statusCode).toBe(400);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
  });
});

describe('an account that is there already', () => {
  test('is let in by its own token and the link, and by neither alone', async () => {
    const user = await addUser(app);
    const { ticket } = await inviteOne(app, user.email);
    expect((await accept(app, ticket)).statusCode).toBe(401);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(401);
    expect(await readOrganization(app, user)).toBe(404);
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(200);
    expect(await readOrganization(app, user)).toBe(200);
    expect((await listEvents(app, user.userId)).at(-1)).toMatchObject({
      action: 'member.accepted',
      payload: { before: { disabled: true }, after: { disabled: false } },
    });
  });

  test('keeps its password and its name', async () => {
    const user = await addUser(app, { displayName: 'Grace' });
    const { ticket } = await inviteOne(app, user.email);
    await accept(app, ticket, { token: user.token, password: PASSWORD, displayName: 'Eve' });
    const row = await app.context.db
      .selectFrom('user_account')
      .selectAll()
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ display_name: 'Grace', password_hash: null });
  });

  test('is refused to everybody else, and then the link is still good', async () => {
    const user = await addUser(app);
    const { ticket } = await inviteOne(app, user.email);
    const somebody = await addMember(app, { role: 'admin' });
    const service = await addServiceToken(app, { role: 'admin' });
    expect((await accept(app, ticket, { token: somebody.token })).statusCode).toBe(403);
    expect((await accept(app, ticket, { token: service })).statusCode).toBe(403);
    expect((await accept(app, ticket, { token: 'lct_unknown' })).statusCode).toBe(401);
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(200);
  });
});

describe('a link', () => {
  test.each([
    ['made up', () => `${newId()}.${'a'.repeat(43)}`],
    ['that is none', () => 'nonsense'],
    ['with another signature', (ticket: string) => `${ticket.slice(0, -2)}AA`],
  ])('%s is 404', async (_what, change) => {
    const { ticket } = await inviteOne(app, someAddress());
    expect((await accept(app, change(ticket), { password: PASSWORD })).statusCode).toBe(404);
  });

  test('works once', async () => {
    const { ticket } = await inviteOne(app, someAddress());
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
    expect((await accept(app, ticket, { password: 'another good password' })).statusCode).toBe(404);
  });

  test('that several people use at once works for one of them', async () => {
    const email = someAddress();
    const { ticket } = await inviteOne(app, email);
    const passwords = ['first good password', 'second good password', 'third good password'];
    const responses = await Promise.all(passwords.map((password) => accept(app, ticket, { password })));
    const statuses = responses.map((response) => response.statusCode);
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
    const good = await Promise.all(passwords.map((password) => signInWith(app, email, password)));
    expect(good.map((cookie) => cookie !== undefined)).toEqual(statuses.map((status) => status === 200));
  });

  test('works for 14 days', async () => {
    const { ticket } = await inviteOne(app, someAddress());
    const { ticket: other } = await inviteOne(app, someAddress());
    clock.advance(14 * DAY_MS - 1);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
    clock.advance(1);
    expect((await accept(app, other, { password: PASSWORD })).statusCode).toBe(404);
  });

  test('of a member who was removed is worth nothing, also when they are a member again', async () => {
    const user = await addUser(app);
    const { ticket } = await inviteOne(app, user.email);
    const url = `/v1/orgs/${app.organizationId}/members/${user.userId}`;
    expect((await call(app, 'DELETE', url)).statusCode).toBe(204);
    await inviteOne(app, user.email);
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(404);
    expect(await findMember(app, user.userId)).toMatchObject({ disabled: true });
  });

  test('of an organization that is deleted is worth nothing', async () => {
    const other = await addOrganization(app);
    const { token } = await addMember(app, { role: 'admin', organizationId: other.organizationId });
    const { ticket } = await inviteOne(app, someAddress(), { organizationId: other.organizationId, token });
    await app.context.db
      .updateTable('organization')
      .set({ deleted_at: clock.now() })
      .where('organization_id', '=', other.organizationId)
      .execute();
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(404);
  });
});

describe('the invitation of a member', () => {
  const url = (userId: string): string => `/v1/orgs/${app.organizationId}/members/${userId}/invitation`;

  test('can be read, with the link, for as long as it waits', async () => {
    const { userId, ticket } = await inviteOne(app, someAddress());
    const response = await call(app, 'GET', url(userId));
    expect(response.json()).toEqual({
      object: 'invitation',
      user: userId,
      expiresAt: new Date(clock.now().getTime() + 14 * DAY_MS).toISOString(),
      url: expect.stringContaining(ticket),
      urls: { location: `${app.context.config.baseUrl}${url(userId)}` },
    });
    await accept(app, ticket, { password: PASSWORD });
    expect((await call(app, 'GET', url(userId))).statusCode).toBe(404);
  });

  test('can be made again, and then the earlier link is worth nothing', async () => {
    const { userId, ticket } = await inviteOne(app, someAddress());
    const again = (await call(app, 'POST', url(userId))).json();
    expect(again.url).not.toContain(ticket);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(404);
    expect((await accept(app, again.url.split('/').at(-1), { password: PASSWORD })).statusCode).toBe(200);
    expect((await call(app, 'POST', url(userId))).statusCode).toBe(409);
    expect((await listEvents(app, userId)).map(({ action }) => action)).toEqual([
      'member.invited',
      'member.invited',
      'member.accepted',
    ]);
  });

  test('that has expired can be made again', async () => {
    const user = await addUser(app);
    await inviteOne(app, user.email);
    clock.advance(15 * DAY_MS);
    expect((await call(app, 'GET', url(user.userId))).statusCode).toBe(404);
    expect((await call(app, 'POST', url(user.userId))).statusCode).toBe(200);
  });

  test('can be taken back: who has not come in is a member no more', async () => {
    const user = await addUser(app);
    const { ticket } = await inviteOne(app, user.email);
    expect((await call(app, 'DELETE', url(user.userId))).statusCode).toBe(204);
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(404);
    expect(await findMember(app, user.userId)).toBeUndefined();
    expect((await listEvents(app, user.userId)).at(-1)).toMatchObject({ action: 'member.removed' });
  });

  test('can be taken back: an account that it created is a member no more, and the link is worth nothing', async () => {
    const { userId, ticket } = await inviteOne(app, someAddress());
    expect((await call(app, 'DELETE', url(userId))).statusCode).toBe(204);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(404);
    expect(await findMember(app, userId)).toBeUndefined();
    expect((await listEvents(app, userId)).at(-1)).toMatchObject({ action: 'member.removed' });
    expect((await call(app, 'DELETE', url(userId))).statusCode).toBe(404);
  });

  test('is that of a member of the organization', async () => {
    const other = await addOrganization(app);
    for (const userId of [other.creatorId, newId(), 'nonsense'])
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        expect((await call(app, method, url(userId))).statusCode).toBe(404);
  });

  test('is for administrators alone', async () => {
    const { userId } = await inviteOne(app, someAddress());
    const { token } = await addMember(app, { role: 'create' });
    expect((await call(app, 'GET', url(userId), { token })).statusCode).toBe(403);
  });
});
