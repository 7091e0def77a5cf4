import type { LightMyRequestResponse } from 'fastify';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, nextAddress, PASSWORD, turnOnSecondFactor } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { cookieOf, postForm } from '../../../../../test/session.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const get = (url: string, cookie?: string): Promise<LightMyRequestResponse> =>
  app.request('GET', url, { token: null, headers: cookie ? { cookie } : {} });
const signIn = (fields: Record<string, string>): Promise<LightMyRequestResponse> =>
  postForm(app, '/app/sign-in', fields);
const proofIn = ({ body }: LightMyRequestResponse): string =>
  /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';

test('a password signs in and leads back', async () => {
  const { email } = await addAccount(app);
  const response = await signIn({ email: ` ${email} `, password: PASSWORD, to: '/app/s/1?page=2' });
  expect(response.statusCode).toBe(303);
  expect(response.headers.location).toBe(`${app.context.config.baseUrl}/app/s/1?page=2`);
  expect((await get('/app', cookieOf(response))).statusCode).toBe(200);
});

test('a wrong one is told beside the form, which keeps the address and not the password', async () => {
  const { email } = await addAccount(app);
  const response = await signIn({ email, password: 'a wrong password', to: '/app/o/1' });
  expect(response.statusCode).toBe(401);
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).toContain('The email address or the password is incorrect.');
  expect(response.body).toContain(`value="${email}"`);
  expect(response.body).toContain('name="to" value="/app/o/1"');
  expect(response.body).not.toContain('a wrong password');
});

test('too many are told beside the form, with the time to wait', async () => {
  const { email } = await addAccount(app);
  const from = { address: nextAddress() };
  for (let n = 0; n < 10; n += 1) await postForm(app, '/app/sign-in', { email, password: 'wrong' }, from);
  // A second app starts with a fresh rate limit for the address.
  const other = await buildTestApp({ beside: app, clock: clock.now });
  const response = await postForm(other, '/app/sign-in', { email, password: PASSWORD }, from);
  await other.close();
  expect(response.statusCode).toBe(429);
  expect(response.headers['retry-after']).toBe('900');
  expect(response.body).toContain('Too many incorrect passwords');
});

test('the session that the browser had before ends', async () => {
  const { email } = await addAccount(app);
  const first = cookieOf(await signIn({ email, password: PASSWORD }));
  const fields = { email, password: PASSWORD };
  const again = await postForm(app, '/app/sign-in', fields, { headers: { cookie: first } });
  expect(again.statusCode).toBe(303);
  expect((await get('/app', first)).statusCode).toBe(303);
  expect((await get('/app', cookieOf(again))).statusCode).toBe(200);
});

describe('with a second factor', () => {
  const begin = async () => {
    const user = await addAccount(app);
    const { secret, recoveryCodes } = await turnOnSecondFactor(app, user.token);
    clock.advance(30_000);
    const codeNow = () => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
    const asked = await signIn({ email: user.email, password: PASSWORD, to: '/app/o/1' });
    return { ...user, recoveryCodes, codeNow, asked, proof: proofIn(asked) };
  };
  const sendCode = (proof: string, code: string): Promise<LightMyRequestResponse> =>
    postForm(app, '/app/sign-in/code', { proof, code, to: '/app/o/1' });

  test('the code is asked for after the password, and leads back', async () => {
    const { asked, proof, codeNow, email } = await begin();
    expect(asked.statusCode).toBe(200);
    expect(asked.headers['set-cookie']).toBeUndefined();
    expect(asked.headers['cache-control']).toBe('no-store');
    expect(asked.body).toContain('autocomplete="one-time-code"');
    expect(asked.body).not.toContain(PASSWORD);
    expect(Buffer.from(proof, 'base64url').toString('latin1')).not.toContain(email);
    const response = await sendCode(proof, ` ${codeNow().slice(0, 3)} ${codeNow().slice(3)}`);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe(`${app.context.config.baseUrl}/app/o/1`);
    expect((await get('/app', cookieOf(response))).statusCode).toBe(200);
  });

  test('a wrong code is told, and a right one may follow', async () => {
    const { proof, codeNow, recoveryCodes } = await begin();
    const wrong = await sendCode(proof, '000000');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body).toContain('The code is incorrect');
    expect(proofIn(wrong)).toBe(proof);
    expect((await sendCode(proof, '')).statusCode).toBe(401);
    expect((await sendCode(proof, codeNow())).statusCode).toBe(303);
    expect((await sendCode(proof, codeNow())).statusCode).toBe(401);
    expect((await sendCode(proof, recoveryCodes[0] as string)).statusCode).toBe(303);
  });

  test('the password counts for five minutes, and not when it was changed', async () => {
    const { proof, codeNow } = await begin();
    clock.advance(5 * 60_000 - 1);
    expect((await sendCode(proof, '000000')).statusCode).toBe(401);
    clock.advance(1);
    const late = await sendCode(proof, codeNow());
    expect(late.statusCode).toBe(401);
    expect(late.body).toContain('That took too long');
    expect(late.body).toContain('name="password"');

    const other = await begin();
    const body = { current: PASSWORD, password: 'another password' };
    await app.request('PUT', '/v1/user/password', { token: other.token, body });
    expect((await sendCode(other.proof, other.codeNow())).statusCode).toBe(401);
  });

  test('a proof that this service did not make counts for nothing', async () => {
    const { proof, codeNow } = await begin();
    for (const made of ['', 'a', proof.slice(0, -2), `${proof.slice(0, 20)}AAAA${proof.slice(24)}`])
      expect((await sendCode(made, codeNow())).statusCode, made).toBe(401);
  });

  test('an API token signs in without a code: it never was one', async () => {
    const { token } = await begin();
    expect((await signIn({ token })).statusCode).toBe(303);
  });
});

test.each(['/app/sign-in', '/app/sign-in/code'])('a form of another origin is refused: %s', async (url) => {
  const { email } = await addAccount(app);
  for (const origin of ['https://evil.example', 'null', null]) {
    const fields = { email, password: PASSWORD, proof: '', code: '' };
    const response = await postForm(app, url, fields, { origin });
    expect(response.statusCode).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  }
});

describe('signing out', () => {
  test.each([
    ['no field', null],
    ['a wrong field', 'a'.repeat(43)],
    ['an empty field', ''],
  ])('needs the form of this session: %s', async (_what, csrf) => {
    const { email } = await addAccount(app);
    const cookie = cookieOf(await signIn({ email, password: PASSWORD }));
    const refused = await postForm(app, '/app/sign-out', {}, { headers: { cookie }, csrf });
    expect(refused.statusCode).toBe(403);
    expect((await get('/app', cookie)).statusCode).toBe(200);
  });

  test('takes no form of somebody else’s session', async () => {
    const { email } = await addAccount(app);
    const [own, other] = [
      cookieOf(await signIn({ email, password: PASSWORD })),
      cookieOf(await signIn({ email, password: PASSWORD })),
    ];
    const csrf = app.server.sessions.csrfToken(other.split('=')[1] as string);
    const refused = await postForm(app, '/app/sign-out', {}, { headers: { cookie: own }, csrf });
    expect(refused.statusCode).toBe(403);
  });
});
