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
import { addUser, addUserToken } from '../../../../../test/factories.ts';
import { signIn } from '../../../../../test/session.ts';
import { openSession } from '../sessions/sessions.service.ts';

const NEW = 'the next password';

const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const change = (token: string, body: object) => app.request('PUT', '/v1/user/password', { token, body });
const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await signInByApi(app, { email, password })).statusCode === 201;
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await callByCookie(app, cookie, 'GET', '/v1/session')).statusCode === 200;

describe('a password', () => {
  test('is changed by who knows it; other browsers are signed out, tokens stay', async () => {
    const { email, token, userId } = await addAccount(app);
    const [own, other] = [await openBrowser(app, email), await openBrowser(app, email)];
    const byToken = await signIn(app, token);
    const { secret } = await app.context.transact(({ trx }) =>
      openSession(app.context, trx, {
        userId,
        organizationId: app.organizationId,
        method: 'saml',
        address: null,
        userAgent: undefined,
      }),
    );
    const bound = `lectern=${secret}`;
    const changed = await callByCookie(app, own, 'PUT', '/v1/user/password', {
      current: PASSWORD,
      password: NEW,
    });
    expect(changed.statusCode).toBe(204);
    expect(await Promise.all([own, other, byToken, bound].map(isSignedIn))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await signsIn(email, PASSWORD)).toBe(false);
    expect(await signsIn(email, NEW)).toBe(true);
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
  });

  test('is set first without one, and after that only by who knows it', async () => {
    const { email, token } = await addUser(app);
    expect((await change(token, { password: NEW })).statusCode).toBe(204);
    expect(await signsIn(email, NEW)).toBe(true);
    const missing = await change(token, { password: 'yet another one' });
    expect(missing.statusCode).toBe(400);
    expect(missing.json().error.details).toEqual([expect.objectContaining({ path: 'current' })]);
    const wrong = await change(token, { current: PASSWORD, password: 'yet another one' });
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json().error.details).toEqual([expect.objectContaining({ path: 'current' })]);
    expect(await signsIn(email, NEW)).toBe(true);
  });

  test('is not set first by a token that expires, nor in a browser that it signed in', async () => {
    const { email, userId } = await addUser(app);
    const token = await addUserToken(app, userId, { expiresAt: new Date(clock.now().getTime() + 3_600_000) });
    const byToken = await change(token, { password: NEW });
    const cookie = await signIn(app, token);
    const inBrowser = await callByCookie(app, cookie, 'PUT', '/v1/user/password', { password: NEW });
    expect([byToken.statusCode, inBrowser.statusCode]).toEqual([403, 403]);
    expect(await signsIn(email, NEW)).toBe(false);
  });

  test('needs a token with the scope admin', async () => {
    const { userId } = await addUser(app);
    const token = await addUserToken(app, userId, { scopes: ['write'] });
    expect((await change(token, { password: NEW })).statusCode).toBe(403);
  });

  test.each([
    ['nine char', 'at least'],
    // A single character, but three in the normalized form that is hashed: the normalized form counts.
    ['\ufb03'.repeat(3), 'at least'],
    ['a'.repeat(1025), 'at most'],
    ['qwertyuiop', 'too common'],
    ['QWERTYUIOP', 'too common'],
    ['\uff51werty12345', 'too common'],
    ['aaaaaaaaaaaaaaaa', 'too common'],
    ['person@example.com', 'email address'],
    ['PERSON@example.com', 'email address'],
  ])('%j is refused in words', async (password, words) => {
    const { token } = await personWith('person@example.com');
    const refused = await change(token, { password });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.details).toEqual([
      { path: 'password', message: expect.stringContaining(words) },
    ]);
    expect(refused.body).not.toContain(password);
  });

  test.each(['ten chars.', `${'\u{1f600}'.repeat(9)}!`, 'ab'.repeat(512), 'a\0b\0c\0d\0e\0f'])(
    '%j is good, to the letter',
    async (password) => {
      const { email, token } = await addUser(app);
      const set = await change(token, { password });
      // A body may not hold U+0000 at all.
      expect(set.statusCode).toBe(password.includes('\0') ? 400 : 204);
      if (password.includes('\0')) return;
      expect(await signsIn(email, password)).toBe(true);
      expect(await signsIn(email, password.slice(0, -1))).toBe(false);
      expect(await signsIn(email, `${password} `)).toBe(false);
    },
  );

  test('that is guessed at for too long is left alone; who is not signed in cannot bring that about', async () => {
    const { email, token } = await addAccount(app);
    for (let n = 0; n < 10; n += 1) await signInByApi(app, { email, password: 'wrong' });
    expect((await change(token, { current: PASSWORD, password: NEW })).statusCode).toBe(204);
    for (let n = 0; n < 10; n += 1)
      expect((await change(token, { current: 'wrong', password: NEW })).statusCode).toBe(403);
    const refused = await change(token, { current: NEW, password: 'yet another one' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('of two changes at once one counts, and the other is told', async () => {
    const { email, token } = await addAccount(app);
    const bodies = ['the first of two', 'the second of two'].map((password) => ({
      current: PASSWORD,
      password,
    }));
    const statuses = (await Promise.all(bodies.map((body) => change(token, body)))).map(
      (response) => response.statusCode,
    );
    // The other is too late, or its current password is no longer right.
    expect([...statuses].sort()).toEqual([
      204,
      expect.toSatisfy((status) => status === 403 || status === 409),
    ]);
    const winner = bodies[statuses.indexOf(204)]?.password as string;
    const loser = bodies[1 - statuses.indexOf(204)]?.password as string;
    expect([await signsIn(email, winner), await signsIn(email, loser)]).toEqual([true, false]);
  });

  test('that is being given up opens no session that would outlive it', async () => {
    const { email, token } = await addAccount(app);
    // The order of changes shows which password it was.
    clock.advance(1);
    const [changed, ...opened] = await Promise.all([
      change(token, { current: PASSWORD, password: NEW }),
      ...Array.from({ length: 6 }, () => signInByApi(app, { email, password: PASSWORD })),
    ]);
    expect(changed?.statusCode).toBe(204);
    for (const { headers, statusCode } of opened) {
      expect([201, 401]).toContain(statusCode);
      if (statusCode === 201) {
        const cookie = String(headers['set-cookie']).split(';', 1)[0] as string;
        expect(await isSignedIn(cookie)).toBe(false);
      }
    }
  });

  test('is nowhere in what is stored, answered or recorded', async () => {
    const { token, userId } = await addAccount(app, { role: 'admin' });
    const password = 'an unmistakable password';
    await change(token, { current: PASSWORD, password });
    const credentials = await app.request('GET', '/v1/user/credentials', { token });
    expect(credentials.json()).toMatchObject({ hasPassword: true, hasSecondFactor: false });
    expect(credentials.body).not.toContain('argon2');
    const events = await app.context.db
      .selectFrom('audit_event')
      .selectAll()
      .where('target_id', '=', userId)
      .where('action', '=', 'user.updated')
      .execute();
    expect(events.map(({ payload }) => payload)).toEqual([{ changed: 'password' }]);
    expect(JSON.stringify(events)).not.toContain('argon2');
    const rows = await app.context.db.selectFrom('user_account').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  async function personWith(email: string): Promise<{ token: string }> {
    const known = await app.context.db
      .selectFrom('user_account')
      .select('user_id')
      .where('email_folded', '=', email)
      .executeTakeFirst();
    return known ? { token: await addUserToken(app, known.user_id) } : addUser(app, { email });
  }
});
