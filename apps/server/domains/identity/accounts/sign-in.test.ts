import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAccount,
  callByCookie,
  nextAddress,
  openBrowser,
  PASSWORD,
  signInByApi,
} from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addUser } from '../../../../../test/factories.ts';
import { cookieOf } from '../../../../../test/session.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
/** Counts the calls of an address separately, and the failures of an account together with the other app. */
let secure: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  secure = await buildTestApp({
    beside: app,
    config: { baseUrl: 'https://docs.example/lectern', sitesUrl: 'https://files.example' },
  });
});
afterAll(async () => {
  await secure?.close();
  await app?.close();
});

describe('the right password', () => {
  test('signs in, whatever the case of the address, and tells who is signed in and until when', async () => {
    const user = await addAccount(app, { email: 'Ada@Example.com' });
    const response = await signInByApi(app, { email: 'ADA@example.COM', password: PASSWORD });
    expect(response.statusCode).toBe(201);
    expect(response.headers.location).toBe(`${app.context.config.baseUrl}/v1/session`);
    expect(response.headers['cache-control']).toBe('no-store');
    const expiresAt = new Date(clock.now().getTime() + 7 * 24 * 60 * 60 * 1000);
    expect(response.json()).toEqual({
      object: 'session',
      id: expect.any(String),
      user: expect.objectContaining({ object: 'user', id: user.userId, email: 'Ada@Example.com' }),
      method: 'password',
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expiresAt.toISOString(),
    });
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(/^lectern=lcs_[\w-]{43}; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).toContain(`Expires=${expiresAt.toUTCString()};`);
    expect(response.body).not.toContain(cookieOf(response).split('=')[1]);
    const own = await callByCookie(app, cookieOf(response), 'GET', '/v1/session');
    expect(own.json()).toEqual(response.json());
  });

  test('sets a cookie that no script, no other site and no other host gets', async () => {
    const { email } = await addAccount(app);
    const response = await signInByApi(secure, { email, password: PASSWORD });
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-lectern=lcs_[\w-]{43}; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(response.headers.location).toBe('https://docs.example/lectern/v1/session');
  });

  test('is the same password however it is composed', async () => {
    const { email, token } = await addUser(app);
    const body = { password: 'Ange\u0301lique \ufb01nds it' };
    expect((await app.request('PUT', '/v1/user/password', { token, body })).statusCode).toBe(204);
    const composed = await signInByApi(app, { email, password: 'Ang\u00e9lique finds it' });
    expect(composed.statusCode).toBe(201);
  });

  test('opens another session each time, and ends the one that the browser had', async () => {
    const { email } = await addAccount(app);
    const first = await openBrowser(app, email);
    const second = cookieOf(
      await signInByApi(app, { email, password: PASSWORD }, { headers: { cookie: first } }),
    );
    expect(second).not.toBe(first);
    expect((await callByCookie(app, first, 'GET', '/v1/session')).statusCode).toBe(401);
    expect((await callByCookie(app, second, 'GET', '/v1/session')).statusCode).toBe(200);
  });

  test('makes no use of a secret that somebody else put into the browser', async () => {
    const { email } = await addAccount(app);
    const planted = `lectern=lcs_${'a'.repeat(43)}`;
    const response = await signInByApi(app, { email, password: PASSWORD }, { headers: { cookie: planted } });
    expect(cookieOf(response)).not.toBe(planted);
    expect((await callByCookie(app, planted, 'GET', '/v1/session')).statusCode).toBe(401);
  });

  test('is hashed anew when it was hashed with less, and stays the password', async () => {
    const user = await addAccount(app);
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const hashOf = async () =>
      await app.context.db
        .selectFrom('user_account')
        .select(['password_hash', 'password_changed_at'])
        .where('user_id', '=', user.userId)
        .executeTakeFirstOrThrow();
    await app.context.db
      .updateTable('user_account')
      .set({ password_hash: weak })
      .where('user_id', '=', user.userId)
      .execute();
    const before = await hashOf();
    await openBrowser(app, user.email);
    const after = await hashOf();
    expect(after.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(after.password_changed_at).toEqual(before.password_changed_at);
    await openBrowser(app, user.email);
    expect(await hashOf()).toEqual(after);
  });
});

describe('a wrong one', () => {
  test('is refused with the same words as an address of nobody, and as an account without a password', async () => {
    const { email } = await addAccount(app);
    const { email: without } = await addUser(app);
    const responses = await Promise.all(
      [
        [email, 'not the password'],
        ['nobody@example.com', PASSWORD],
        ['no address', PASSWORD],
        [without, PASSWORD],
        [without, ''],
        // The text that is hashed in place of a missing password.
        [without, 'what nobody has as a password'],
        ['nobody@example.com', 'what nobody has as a password'],
      ].map(([address, password]) => signInByApi(app, { email: address, password })),
    );
    const [first, ...others] = responses.map((response) => ({
      status: response.statusCode,
      cookie: response.headers['set-cookie'],
      error: { ...response.json().error, requestId: '' },
    }));
    expect(first).toMatchObject({ status: 401, cookie: undefined });
    for (const other of others) expect(other).toEqual(first);
  });

  test('of a deleted user is refused the same way', async () => {
    const { email, userId } = await addAccount(app);
    await app.database.sql`
      update user_account set deleted_at = now(), email = null, email_folded = null where user_id = ${userId}`;
    expect((await signInByApi(app, { email, password: PASSWORD })).statusCode).toBe(401);
  });

  test.each([[{}], [{ email: 'a@example.com' }], [{ email: 1, password: PASSWORD }]])(
    'or none at all is a 400: %j',
    async (body) => {
      expect((await signInByApi(app, body)).statusCode).toBe(400);
    },
  );

  test('ten times from one network keeps it out for a quarter of an hour, whoever has the address', async () => {
    const { email } = await addAccount(app);
    const from = { address: '' };
    for (const tried of ['nobody-at-all@example.com', email.toUpperCase()]) {
      from.address = nextAddress();
      const statuses: number[] = [];
      for (let n = 0; n < 10; n += 1)
        statuses.push((await signInByApi(app, { email: tried, password: 'wrong' }, from)).statusCode);
      expect(statuses).toEqual(Array(10).fill(401));
      const refused = await signInByApi(secure, { email: tried, password: PASSWORD }, from);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('900');
      expect(refused.json().error.message).toContain('15 minutes');
    }
    clock.advance(15 * 60 * 1000);
    expect((await signInByApi(secure, { email, password: PASSWORD }, from)).statusCode).toBe(201);
  });

  test('keeps nobody out who signs in from elsewhere', async () => {
    const { email } = await addAccount(app);
    const address = nextAddress();
    for (let n = 0; n < 10; n += 1) await signInByApi(app, { email, password: 'wrong' }, { address });
    expect((await signInByApi(app, { email, password: PASSWORD })).statusCode).toBe(201);
  });

  test('counts no more once the right one was sent', async () => {
    const { email } = await addAccount(app);
    const address = nextAddress();
    for (const process of [app, secure]) {
      for (let n = 0; n < 9; n += 1) await signInByApi(process, { email, password: 'wrong' }, { address });
      expect((await signInByApi(process, { email, password: PASSWORD }, { address })).statusCode).toBe(201);
    }
  });

  test('many at once count all', async () => {
    const { email } = await addAccount(app);
    const address = nextAddress();
    const tries = Array.from({ length: 20 }, (_, n) =>
      signInByApi(n % 2 === 0 ? app : secure, { email, password: 'wrong' }, { address }),
    );
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
  });

  test('of many accounts from one address is limited too', async () => {
    const address = nextAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const body = { email: `sprayed-${n}@example.com`, password: 'wrong' };
      statuses.push((await signInByApi(app, body, { address })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

test('a crowd that signs in at once is served, or sent away for a moment, and nobody is let in wrongly', async () => {
  const { email } = await addAccount(app);
  const crowd = Array.from({ length: 120 }, (_, n) =>
    signInByApi(app, { email: `crowd-${n}@example.com`, password: PASSWORD }),
  );
  const responses = await Promise.all(crowd);
  const statuses = new Set(responses.map(({ statusCode }) => statusCode));
  expect(statuses).toEqual(new Set([401, 503]));
  const sentAway = responses.find(({ statusCode }) => statusCode === 503);
  expect(sentAway?.headers['retry-after']).toBe('5');
  // A refused attempt did not count as a failure.
  expect((await signInByApi(app, { email, password: PASSWORD })).statusCode).toBe(201);
});

test.each(['https://evil.example', 'null', 'http://127.0.0.1:3001'])(
  'a page of another origin (%s) signs no browser in',
  async (origin) => {
    const { email } = await addAccount(app);
    const refused = await signInByApi(app, { email, password: PASSWORD }, { headers: { origin } });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['set-cookie']).toBeUndefined();
  },
);

test('a program that is no browser signs in too: it says nothing of where it comes from', async () => {
  const { email } = await addAccount(app);
  const response = await app.server.inject({
    method: 'POST',
    url: '/v1/session',
    remoteAddress: nextAddress(),
    payload: { email, password: PASSWORD },
  });
  expect(response.statusCode).toBe(201);
});
