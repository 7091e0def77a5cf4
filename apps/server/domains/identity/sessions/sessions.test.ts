import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAccount,
  callByCookie,
  openBrowser,
  PASSWORD,
  signInByApi,
} from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization, addUserToken, joinOrganization } from '../../../../../test/factories.ts';
import { cookieOf, signIn } from '../../../../../test/session.ts';
import { getActor, readSession } from './read-session.ts';
import { openSession } from './sessions.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

interface Shown {
  id: string;
  isCurrent: boolean;
  method: string;
}

const list = async (
  cookie: string,
  query = '',
): Promise<{ count: number; items: Shown[]; next?: { page: string } }> =>
  (await callByCookie(app, cookie, 'GET', `/v1/user/sessions${query}`)).json();
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await callByCookie(app, cookie, 'GET', '/v1/session')).statusCode === 200;

/** Opens a session as an organization's single sign-on does. */
async function openBound(userId: string, organizationId: string): Promise<string> {
  const { secret } = await app.context.transact(({ trx }) =>
    openSession(app.context, trx, {
      userId,
      organizationId,
      method: 'saml',
      address: null,
      userAgent: undefined,
    }),
  );
  return `lectern=${secret}`;
}

describe('the list of browsers', () => {
  test('says of each when, from where and how it signed in, newest first, the one that asks among them', async () => {
    const { email, token } = await addAccount(app);
    const agent = `Browser/1.0 \u0007${'x'.repeat(400)}`;
    const first = cookieOf(
      await signInByApi(
        app,
        { email, password: PASSWORD },
        { headers: { 'user-agent': agent }, address: '192.0.2.7' },
      ),
    );
    clock.advance(1000);
    const byToken = await signIn(app, token);
    const { count, items } = await list(first);
    expect(count).toBe(2);
    expect(items).toEqual([
      expect.objectContaining({ method: 'token', isCurrent: false, object: 'user-session' }),
      {
        object: 'user-session',
        id: expect.any(String),
        isCurrent: true,
        method: 'password',
        createdAt: new Date(clock.now().getTime() - 1000).toISOString(),
        expiresAt: new Date(clock.now().getTime() - 1000 + 7 * DAY_MS).toISOString(),
        address: '192.0.2.7',
        userAgent: `Browser/1.0 ${'x'.repeat(244)}`,
        urls: { location: expect.stringMatching(/\/v1\/user\/sessions\/[\w-]{36}$/) },
      },
    ]);
    expect((await list(byToken)).items.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    const withToken = (await app.request('GET', '/v1/user/sessions', { token })).json();
    expect(withToken.items.map((item: Shown) => item.isCurrent)).toEqual([false, false]);
  });

  test('has pages', async () => {
    const { email } = await addAccount(app);
    const cookies: string[] = [];
    for (let n = 0; n < 5; n += 1) cookies.push(await openBrowser(app, email));
    const [own] = cookies as [string];
    const all = (await list(own)).items.map(({ id }) => id);
    const first = await list(own, '?limit=2');
    expect(first.count).toBe(5);
    const second = await list(own, `?limit=2&page=${first.next?.page}`);
    const third = await list(own, `?limit=2&page=${second.next?.page}`);
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all);
    expect(third.next).toBeUndefined();
    const other = await openBrowser(app, (await addAccount(app)).email);
    expect(
      (await callByCookie(app, other, 'GET', `/v1/user/sessions?page=${first.next?.page}`)).statusCode,
    ).toBe(400);
  });

  test('leaves out what has ended, also for want of use', async () => {
    const { email } = await addAccount(app);
    await openBrowser(app, email);
    clock.advance(3 * DAY_MS);
    const cookie = await openBrowser(app, email);
    expect((await list(cookie)).count).toBe(1);
  });
});

describe('ending', () => {
  test('one of one’s own browsers', async () => {
    const { email } = await addAccount(app);
    const [own, other] = [await openBrowser(app, email), await openBrowser(app, email)];
    const { id } = (await callByCookie(app, other, 'GET', '/v1/session')).json();
    expect((await callByCookie(app, own, 'DELETE', `/v1/user/sessions/${id}`)).statusCode).toBe(204);
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    expect((await callByCookie(app, own, 'DELETE', `/v1/user/sessions/${id}`)).statusCode).toBe(404);
  });

  test('nobody else’s', async () => {
    const [own, other] = [
      await openBrowser(app, (await addAccount(app)).email),
      await openBrowser(app, (await addAccount(app)).email),
    ];
    const { id } = (await callByCookie(app, other, 'GET', '/v1/session')).json();
    for (const sessionId of [id, 'no-id', '01890000-0000-7000-8000-000000000000'])
      expect((await callByCookie(app, own, 'DELETE', `/v1/user/sessions/${sessionId}`)).statusCode).toBe(404);
    expect(await isSignedIn(other)).toBe(true);
  });

  test('all others, those that one’s tokens opened too', async () => {
    const { email, token, userId } = await addAccount(app);
    const second = await addUserToken(app, userId);
    const own = await openBrowser(app, email);
    const others = [await openBrowser(app, email), await signIn(app, token), await signIn(app, second)];
    const stranger = await openBrowser(app, (await addAccount(app)).email);
    expect((await callByCookie(app, own, 'DELETE', '/v1/user/sessions')).statusCode).toBe(204);
    expect(await Promise.all([own, ...others, stranger].map(isSignedIn))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    // A call by token keeps no session.
    expect((await app.request('DELETE', '/v1/user/sessions', { token })).statusCode).toBe(204);
    expect(await isSignedIn(own)).toBe(false);
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
  });

  test('signing out, once', async () => {
    const { email } = await addAccount(app);
    const cookie = await openBrowser(app, email);
    const response = await callByCookie(app, cookie, 'DELETE', '/v1/session');
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toBe('lectern=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect((await callByCookie(app, cookie, 'DELETE', '/v1/session')).statusCode).toBe(401);
  });
});

test('who acts in one organization only sees and ends what does so too', async () => {
  const { email, userId } = await addAccount(app, { role: 'read' });
  const { organizationId: elsewhere } = await addOrganization(app);
  await joinOrganization(app, { userId, role: 'read', organizationId: elsewhere });
  const whole = await openBrowser(app, email);
  const [bound, boundToo, boundElsewhere] = [
    await openBound(userId, app.organizationId),
    await openBound(userId, app.organizationId),
    await openBound(userId, elsewhere),
  ];
  expect((await list(whole)).count).toBe(4);
  expect((await list(bound)).count).toBe(2);
  const { id } = (await callByCookie(app, whole, 'GET', '/v1/session')).json();
  expect((await callByCookie(app, bound, 'DELETE', `/v1/user/sessions/${id}`)).statusCode).toBe(404);
  expect((await callByCookie(app, bound, 'DELETE', '/v1/user/sessions')).statusCode).toBe(204);
  expect(await Promise.all([whole, bound, boundToo, boundElsewhere].map(isSignedIn))).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

describe('a session is not opened', () => {
  const open = (who: { userId: string } | { tokenId: string }) =>
    app.context.transact(({ trx }) =>
      openSession(app.context, trx, { ...who, method: 'password', address: null, userAgent: undefined }),
    );

  test('for who was deleted a moment ago', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    await app.database.sql`
      update user_account set deleted_at = now(), email = null, email_folded = null where user_id = ${userId}`;
    await expect(open({ userId })).rejects.toMatchObject({ status: 401 });
  });

  test('with a token that was revoked a moment ago', async () => {
    await expect(open({ tokenId: '01890000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('a session that ended a moment ago', () => {
  test('is told to have ended, whether it was just opened or already read', async () => {
    const { email, userId } = await addAccount(app);
    const cookie = cookieOf(await signInByApi(app, { email, password: PASSWORD }));
    const secret = cookie.slice(cookie.indexOf('=') + 1);
    const actor = await getActor(app.context, secret);
    await expect(readSession(app.context, actor)).resolves.toMatchObject({ user: { id: userId } });
    expect((await callByCookie(app, cookie, 'DELETE', '/v1/session')).statusCode).toBe(204);
    const ended = { status: 401, reason: 'session-ended' };
    await expect(readSession(app.context, actor)).rejects.toMatchObject(ended);
    await expect(getActor(app.context, secret)).rejects.toMatchObject(ended);
  });
});

test('its last use is written down, and that of the token that opened it', async () => {
  const other = await buildTestApp({ beside: app });
  const { email, token } = await addAccount(app);
  const [byPassword, byToken] = [await openBrowser(app, email), await signIn(app, token)];
  await app.database.sql`update user_token set last_used_at = null`;
  clock.advance(60_000);
  for (const cookie of [byPassword, byToken])
    await other.request('GET', '/v1/user', { token: null, headers: { cookie } });
  await other.close();
  const items = (await list(byPassword)).items as (Shown & { lastUsedAt?: string })[];
  const now = clock.now().toISOString();
  expect(items.map(({ lastUsedAt }) => lastUsedAt)).toEqual([now, now]);
  const [shown] = (await app.request('GET', '/v1/user/tokens', { token })).json().items;
  expect(shown.lastUsedAt).toBe(now);
});
