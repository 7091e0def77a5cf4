import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  openBrowser,
  PASSWORD,
  signInByApi,
  turnOnSecondFactor,
} from '../../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { addUser } from '../../../../../../test/factories.ts';

const STEP = 30_000;

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    clock: clock.now,
    config: { baseUrl: 'https://docs.example', sitesUrl: 'https://files.example' },
  });
});
afterAll(() => app.close());
beforeEach(() => clock.advance(60 * STEP));

const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * STEP });
const begin = (token: string, body: object = { password: PASSWORD }) =>
  app.request('POST', '/v1/user/totp', { token, body });
const confirm = (token: string, code: string) =>
  app.request('PUT', '/v1/user/totp', { token, body: { code } });
const end = (token: string, body: object = { password: PASSWORD }) =>
  app.request('DELETE', '/v1/user/totp', { token, body });
const signIn = (email: string, code?: string) =>
  signInByApi(app, { email, password: PASSWORD, ...(code === undefined ? {} : { code }) });
const statusOf = async (email: string, code?: string): Promise<number> =>
  (await signIn(email, code)).statusCode;

async function addProtected() {
  const user = await addAccount(app);
  const made = await turnOnSecondFactor(app, user.token);
  // The code that confirmed it counts no more.
  clock.advance(2 * STEP);
  return { ...user, ...made };
}

describe('new recovery codes', () => {
  const renew = (token: string, body: object = { password: PASSWORD }) =>
    app.request('POST', '/v1/user/totp/recovery-codes', { token, body });

  test('take the place of the earlier ones, for the password', async () => {
    const { token, email, recoveryCodes } = await addProtected();
    expect((await renew(token, { password: 'wrong' })).statusCode).toBe(403);
    const { codes } = (await renew(token)).json();
    expect(new Set([...codes, ...recoveryCodes]).size).toBe(20);
    expect(await statusOf(email, recoveryCodes[0])).toBe(401);
    expect(await statusOf(email, codes[0])).toBe(201);
    const shown = await app.request('GET', '/v1/user/credentials', { token });
    expect(shown.json()).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 9 });
  });

  test('need a second factor that is on', async () => {
    const { token } = await addAccount(app);
    expect((await renew(token)).statusCode).toBe(404);
    await begin(token);
    expect((await renew(token)).statusCode).toBe(404);
  });
});

describe('turning it on', () => {
  test('takes the password, then a code of the app, and gives ten codes for a rainy day', async () => {
    const { token, email } = await addAccount(app);
    const begun = await begin(token);
    expect(begun.statusCode).toBe(201);
    const { secret, url, qrCode } = begun.json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const read = new URL(url);
    expect(decodeURIComponent(read.pathname)).toContain(`Lectern (docs.example):${email}`);
    expect(Object.fromEntries(read.searchParams)).toMatchObject({
      secret,
      issuer: 'Lectern (docs.example)',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(qrCode).toMatch(/^<svg /);
    // An unconfirmed second factor is not required.
    expect(await statusOf(email)).toBe(201);
    expect((await confirm(token, '000000')).statusCode).toBe(400);
    const confirmed = await confirm(token, codeAt(secret));
    expect(confirmed.statusCode).toBe(200);
    const { codes } = confirmed.json();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^(?:[0-9a-hj-km-np-tv-z]{4}-){3}[0-9a-hj-km-np-tv-z]{4}$/);
    expect(await statusOf(email)).toBe(401);
    const shown = await app.request('GET', '/v1/user/credentials', { token });
    expect(shown.json()).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 });
    const rows = [
      await app.context.db.selectFrom('user_totp').selectAll().execute(),
      await app.context.db.selectFrom('user_recovery_code').selectAll().execute(),
    ];
    const stored = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text);
  });

  test('is begun anew as often as one likes, and the last app counts', async () => {
    const { token, email } = await addAccount(app);
    const first = (await begin(token)).json().secret;
    const second = (await begin(token)).json().secret;
    expect(second).not.toBe(first);
    expect((await confirm(token, codeAt(first))).statusCode).toBe(400);
    expect((await confirm(token, codeAt(second))).statusCode).toBe(200);
    expect((await begin(token)).statusCode).toBe(409);
    clock.advance(STEP);
    expect((await confirm(token, codeAt(second))).statusCode).toBe(409);
    expect(await statusOf(email, codeAt(second))).toBe(201);
  });

  test('is not for who has not the password, or has none', async () => {
    const { token } = await addAccount(app);
    expect((await begin(token, {})).statusCode).toBe(400);
    expect((await begin(token, { password: 'wrong' })).statusCode).toBe(403);
    expect((await confirm(token, '123456')).statusCode).toBe(409);
    const { token: without } = await addUser(app);
    expect((await begin(without)).statusCode).toBe(409);
  });

  test('by two at once gives codes to one of them', async () => {
    const { token } = await addAccount(app);
    const { secret } = (await begin(token)).json();
    const responses = await Promise.all([confirm(token, codeAt(secret)), confirm(token, codeAt(secret))]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const shown = await app.request('GET', '/v1/user/credentials', { token });
    expect(shown.json()).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('signing in', () => {
  test('says that a code is needed only to who knows the password', async () => {
    const { email } = await addProtected();
    const asked = await signIn(email);
    expect(asked.statusCode).toBe(401);
    expect(asked.headers['set-cookie']).toBeUndefined();
    expect(asked.json().error.details).toEqual([{ path: 'code', message: 'is required' }]);
    const guessed = await signInByApi(app, { email, password: 'wrong', code: '123456' });
    expect(guessed.json().error.details).toEqual([expect.objectContaining({ path: 'password' })]);
  });

  test('takes the code of now, of a step before and after, and no other', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 201],
      [0, 201],
      [1, 201],
      [2, 401],
    ] as const) {
      const { email, secret } = await addProtected();
      expect(await statusOf(email, codeAt(secret, steps)), `${steps}`).toBe(status);
    }
  });

  test('takes a code once, and none from before it', async () => {
    const { email, secret } = await addProtected();
    expect(await statusOf(email, codeAt(secret))).toBe(201);
    expect(await statusOf(email, codeAt(secret))).toBe(401);
    expect(await statusOf(email, codeAt(secret, -1))).toBe(401);
    expect(await statusOf(email, codeAt(secret, 1))).toBe(201);
  });

  test('with the same code twice at once lets one in', async () => {
    const { email, secret, recoveryCodes } = await addProtected();
    for (const code of [codeAt(secret), recoveryCodes[0] as string]) {
      const statuses = await Promise.all(Array.from({ length: 4 }, () => statusOf(email, code)));
      expect(statuses.sort()).toEqual([201, 401, 401, 401]);
    }
  });

  test('takes each recovery code once, however it was written down', async () => {
    const { email, token, recoveryCodes } = await addProtected();
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect(await statusOf(email, first)).toBe(201);
    expect(await statusOf(email, first)).toBe(401);
    expect(await statusOf(email, second.toUpperCase().replaceAll('-', ' '))).toBe(201);
    expect(await statusOf(email, third.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(201);
    const shown = await app.request('GET', '/v1/user/credentials', { token });
    expect(shown.json()).toMatchObject({ recoveryCodesLeft: 7 });
  });

  test('takes no recovery code of somebody else', async () => {
    const [one, other] = [await addProtected(), await addProtected()];
    expect(await statusOf(one.email, other.recoveryCodes[0])).toBe(401);
    expect(await statusOf(other.email, other.recoveryCodes[0])).toBe(201);
  });

  test('leaves the account alone after ten wrong codes, whatever else is sent', async () => {
    const { email, secret, recoveryCodes } = await addProtected();
    for (let n = 0; n < 5; n += 1) {
      expect(await statusOf(email, '000000')).toBe(401);
      // The right password, again and again, gives no new tries at the code.
      expect(await statusOf(email)).toBe(401);
      expect(await statusOf(email, 'aaaa-aaaa-aaaa-aaaa')).toBe(401);
    }
    expect(await statusOf(email, codeAt(secret))).toBe(429);
    expect(await statusOf(email, recoveryCodes[0])).toBe(429);
    clock.advance(15 * 60 * 1000);
    expect(await statusOf(email, codeAt(secret))).toBe(201);
  });
});

describe('turning it off', () => {
  test('takes the password, and takes the recovery codes away too', async () => {
    const { email, token, recoveryCodes } = await addProtected();
    expect((await end(token, {})).statusCode).toBe(400);
    expect((await end(token, { password: 'wrong' })).statusCode).toBe(403);
    expect(await statusOf(email)).toBe(401);
    expect((await end(token)).statusCode).toBe(204);
    expect(await statusOf(email)).toBe(201);
    expect((await end(token)).statusCode).toBe(404);
    const { secret } = await turnOnSecondFactor(app, token);
    clock.advance(2 * STEP);
    expect(await statusOf(email, recoveryCodes[0])).toBe(401);
    expect(await statusOf(email, codeAt(secret))).toBe(201);
  });

  test('is recorded, as turning it on is, in the organizations of the user', async () => {
    const user = await addAccount(app, { role: 'read' });
    await turnOnSecondFactor(app, user.token);
    await end(user.token);
    const events = await app.context.db
      .selectFrom('audit_event')
      .select('payload')
      .where('target_id', '=', user.userId)
      .where('action', '=', 'user.updated')
      .orderBy('event_id')
      .execute();
    expect(events.map(({ payload }) => payload)).toEqual([
      { before: { secondFactor: false }, after: { secondFactor: true } },
      { before: { secondFactor: true }, after: { secondFactor: false } },
    ]);
  });
});

test('tokens, and sessions that there are, are not asked for it', async () => {
  const user = await addAccount(app);
  const browser = await openBrowser(app, user.email);
  await turnOnSecondFactor(app, user.token);
  expect((await app.request('GET', '/v1/user', { token: user.token })).statusCode).toBe(200);
  const read = await app.request('GET', '/v1/user', { token: null, headers: { cookie: browser } });
  expect(read.statusCode).toBe(200);
});
