import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addUserToken } from '../../../../../test/factories.ts';
import { cookieOf, postForm, signIn } from '../../../../../test/session.ts';

let now = new Date('2030-01-01T00:00:00Z');
let app: TestApp;
let secure: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: () => now });
  secure = await buildTestApp({
    beside: app,
    config: { baseUrl: 'https://docs.example/lectern', sitesUrl: 'https://files.example' },
  });
});
afterAll(async () => {
  await secure?.close();
  await app?.close();
});
beforeEach(() => {
  now = new Date('2030-01-01T00:00:00Z');
});

const send = (
  at: TestApp,
  fields: Record<string, string>,
  options?: Parameters<typeof postForm>[3],
): Promise<LightMyRequestResponse> => postForm(at, '/app/sign-in', fields, options);
const get = (at: TestApp, url: string, cookie?: string): Promise<LightMyRequestResponse> =>
  at.request('GET', url, { token: null, headers: cookie ? { cookie } : {} });

describe('who is not signed in', () => {
  test('is asked to, and told where they wanted to go', async () => {
    const response = await get(app, '/app/s/1/2?q=a%20b');
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe(
      `${app.context.config.baseUrl}/app/sign-in?to=${encodeURIComponent('/app/s/1/2?q=a%20b')}`,
    );
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('gets no further with a token in the header: these pages know the cookie alone', async () => {
    expect((await app.request('GET', '/app')).statusCode).toBe(303);
  });

  test('sees a form for a password, and one for a token that says where it comes from', async () => {
    const response = await get(app, '/app/sign-in?to=%2Fapp%2Fs%2F%22%3E%3Cscript%3E');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('name="password" type="password"');
    expect(response.body).toContain('lectern token');
    expect(response.body).not.toContain('<script');
    expect(response.body).toContain('name="to" value="/app/s/%22%3E%3Cscript%3E"');
  });
});

describe('a token', () => {
  test('with which the first administrator signs in leads through the first steps, once', async () => {
    const fresh = await buildTestApp({ clock: () => now });
    try {
      const leadOf = async (fields: object = {}): Promise<unknown> =>
        (await send(fresh, { token: fresh.adminToken, ...fields })).headers.location;
      const home = `${fresh.context.config.baseUrl}/app`;
      expect(await leadOf()).toBe(`${home}/welcome`);
      expect(await leadOf()).toBe(home);
      expect(await leadOf({ to: '/app/s/1' })).toBe(`${home}/s/1`);
    } finally {
      await fresh.close();
    }
  });

  test('that is good opens a session and leads back', async () => {
    const response = await send(app, { token: ` ${app.adminToken} `, to: '/app/s/1?page=2' });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe(`${app.context.config.baseUrl}/app/s/1?page=2`);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify([response.headers, response.body])).not.toContain(app.adminToken);
    expect((await get(app, '/app', cookieOf(response))).statusCode).toBe(200);
  });

  test('is kept in a cookie that no script, no other site and no other host gets', async () => {
    const plain = String((await send(app, { token: app.adminToken })).headers['set-cookie']);
    expect(plain).toMatch(
      /^lectern=lcs_[\w-]{43}; Expires=Tue, 08 Jan 2030 00:00:00 GMT; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const overTls = String((await send(secure, { token: app.adminToken })).headers['set-cookie']);
    expect(overTls).toMatch(
      /^__Host-lectern=lcs_[\w-]{43}; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test.each([
    ['is missing', '', 400, 'Enter a token'],
    ['is not known', 'lct_unknown', 401, 'is unknown'],
    ['is too long', `lct_${'a'.repeat(5000)}`, 401, 'is unknown'],
  ])('that %s is refused in words', async (_what, token, status, words) => {
    const response = await send(app, { token, to: '/app/o/1' });
    expect(response.statusCode).toBe(status);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.body).toContain(words);
    expect(response.body).toContain('value="/app/o/1"');
    if (token.length > 1) expect(response.body).not.toContain(token);
  });

  test('that has expired is refused, and ends the sessions that were opened with it', async () => {
    const { userId } = await addMember(app, { role: 'read' });
    const token = await addUserToken(app, userId, { expiresAt: new Date('2030-01-02T00:00:00Z') });
    const cookie = await signIn(app, token);
    expect((await get(app, '/app', cookie)).statusCode).toBe(200);
    now = new Date('2030-01-02T00:00:00Z');
    const ended = await get(app, '/app', cookie);
    expect(ended.statusCode).toBe(303);
    expect(ended.headers['set-cookie']).toMatch(/^lectern=; Max-Age=0;/);
    expect((await send(app, { token })).body).toContain('has expired');
  });

  test('that is revoked ends the session at once', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const made = (await app.request('POST', '/v1/user/tokens', { token, body: { title: 'Browser' } })).json();
    const cookie = await signIn(app, made.token);
    expect((await get(app, '/app', cookie)).statusCode).toBe(200);
    await app.request('DELETE', `/v1/user/tokens/${made.id}`, { token });
    expect((await get(app, '/app', cookie)).statusCode).toBe(303);
  });
});

test('a form with what no text holds is refused before anything is looked up', async () => {
  const forms: Record<string, string>[] = [
    { token: 'lct_\0' },
    { email: 'a\0@example.com', password: 'a password' },
  ];
  for (const fields of forms) {
    const response = await send(app, fields);
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('U+0000');
  }
});

describe('a session', () => {
  const useAt = (at: string) => app.database.sql`update user_session set last_used_at = ${at}`;

  test('ends after seven days, however much it is used', async () => {
    const cookie = await signIn(app, app.adminToken);
    await useAt('2030-01-07T12:00:00Z');
    now = new Date('2030-01-07T23:59:59Z');
    expect((await get(app, '/app', cookie)).statusCode).toBe(200);
    now = new Date('2030-01-08T00:00:00Z');
    expect((await get(app, '/app', cookie)).statusCode).toBe(303);
  });

  test('ends when it is not used for three days', async () => {
    const cookie = await signIn(app, app.adminToken);
    now = new Date('2030-01-03T23:59:59Z');
    expect((await get(app, '/app', cookie)).statusCode).toBe(200);
    now = new Date('2030-01-04T00:00:00Z');
    expect((await get(app, '/app', cookie)).statusCode).toBe(303);
    // Used in another process in the meantime: this one asks again before it says so.
    await useAt('2030-01-02T00:00:00Z');
    expect((await get(app, '/app', cookie)).statusCode).toBe(200);
    now = new Date('2030-01-05T00:00:00Z');
    expect((await get(app, '/app', cookie)).statusCode).toBe(303);
  });

  test('ends by signing out', async () => {
    const cookie = await signIn(app, app.adminToken);
    const response = await postForm(app, '/app/sign-out', {}, { headers: { cookie } });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe(`${app.context.config.baseUrl}/app/sign-in`);
    expect(response.headers['set-cookie']).toBe('lectern=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });

  test('that signed out is over, also for who copied the cookie', async () => {
    const cookie = await signIn(app, app.adminToken);
    await postForm(app, '/app/sign-out', {}, { headers: { cookie } });
    expect((await get(app, '/app', cookie)).statusCode).toBe(303);
  });

  test('is not made up', async () => {
    const cookie = await signIn(app, app.adminToken);
    const [name, value = ''] = cookie.split('=');
    for (const made of ['', 'a', 'lcs_', value.slice(0, 20), `${value.slice(0, -1)}.`, app.adminToken])
      expect((await get(app, '/app', `${name}=${made}`)).statusCode, made).toBe(303);
    expect((await get(app, '/app', `other=1; ${name}=made-up; ${cookie}`)).statusCode).toBe(200);
  });
});

describe('a form of another origin', () => {
  test.each([
    ['https://evil.example'],
    ['null'],
    [null],
    ['http://127.0.0.1:3000.evil.example'],
    ['http://127.0.0.1:3001'],
  ])('%s signs nobody in or out', async (origin) => {
    const signingIn = await send(app, { token: app.adminToken }, { origin });
    expect(signingIn.statusCode).toBe(403);
    expect(signingIn.headers['set-cookie']).toBeUndefined();
    expect(signingIn.headers['content-type']).toBe('text/html; charset=utf-8');
    const cookie = await signIn(app, app.adminToken);
    const signingOut = await postForm(app, '/app/sign-out', {}, { headers: { cookie }, origin });
    expect(signingOut.statusCode).toBe(403);
    expect(signingOut.headers['set-cookie']).toBeUndefined();
  });

  test('leads nowhere else after signing in', async () => {
    for (const to of [
      '//evil.example/app',
      '/\\evil.example/app',
      '%2F%2Fevil.example',
      'https://evil.example/app',
    ]) {
      const response = await send(app, { token: app.adminToken, to });
      expect(response.headers.location, to).toBe(`${app.context.config.baseUrl}/app`);
      const form = await get(app, `/app/sign-in?to=${encodeURIComponent(to)}`);
      expect(form.body).toContain('name="to" value="/app"');
    }
  });

  test('may not be JSON either', async () => {
    const headers = { origin: app.context.config.baseUrl, 'content-type': 'application/json' };
    const body = { token: app.adminToken };
    const response = await app.request('POST', '/app/sign-in', { token: null, headers, body });
    expect(response.statusCode).toBe(415);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

test('too many attempts from one address are refused, with a page', async () => {
  const statuses: number[] = [];
  let last: LightMyRequestResponse | undefined;
  for (let attempt = 0; attempt < 11; attempt += 1) {
    last = await send(app, { token: 'lct_wrong' }, { address: '10.9.9.9' });
    statuses.push(last.statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  expect(last?.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(last?.body).toContain('Too many requests');
});

test('below a path of the base URL every address carries it', async () => {
  const asked = await get(secure, '/app/o/1');
  expect(asked.headers.location).toBe('https://docs.example/lectern/app/sign-in?to=%2Fapp%2Fo%2F1');
  const form = await get(secure, '/app/sign-in');
  expect(form.body).toContain('action="/lectern/app/sign-in"');
  const signedIn = await send(secure, { token: app.adminToken, to: '/app/o/1' });
  expect(signedIn.headers.location).toBe('https://docs.example/lectern/app/o/1');
  const home = await get(secure, '/app', cookieOf(signedIn));
  const links = [...home.body.matchAll(/(?:href|action)="([^"]+)"/g)].map((match) => match[1] as string);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(link).toMatch(/^(?:\/lectern\/(?:app|v1)|#)/);
});
