import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, callByCookie, nextAddress, openBrowser } from '../../../../test/accounts.ts';
import { buildTestApp, type Method, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import { addMember, addServiceToken, addSpace, addUserToken } from '../../../../test/factories.ts';
import { csrfOf, signIn } from '../../../../test/session.ts';
import { CSRF_HEADER } from './browser-sessions.ts';

let app: TestApp;
let email: string;
let cookie: string;
let spaceId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ email } = await addAccount(app, { role: 'admin' }));
  cookie = await openBrowser(app, email);
  spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Home\n' });
});
afterAll(() => app.close());

const call = (
  method: Method,
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<LightMyRequestResponse> =>
  app.server.inject({
    method,
    url,
    remoteAddress: nextAddress(),
    headers,
    ...(body ? { payload: body } : {}),
  });

const origin = () => app.server.sessions.origin;
const csrf = (of = cookie) => csrfOf(app.server, of) as string;
const secretOf = (of: string) => of.split('=')[1] as string;

describe('a session and a token are never mixed up', () => {
  test('the secret of a session is no token', async () => {
    const asBearer = await call('GET', '/v1/user', { authorization: `Bearer ${secretOf(cookie)}` });
    expect(asBearer.statusCode).toBe(401);
    const both = await call('GET', '/v1/user', { cookie, authorization: `Bearer ${secretOf(cookie)}` });
    expect(both.statusCode).toBe(401);
  });

  test('a token is nobody as a cookie', async () => {
    for (const name of ['lectern', '__Host-lectern'])
      expect((await call('GET', '/v1/user', { cookie: `${name}=${app.adminToken}` })).statusCode).toBe(401);
  });

  test('where both are sent the header counts alone, good or not', async () => {
    const { userId, token } = await addMember(app, { role: 'read' });
    const read = await call('GET', '/v1/user', { cookie, authorization: `Bearer ${token}` });
    expect(read.json().id).toBe(userId);
    for (const authorization of ['Bearer lct_unknown', 'Bearer', '', 'Basic YTpi'])
      expect((await call('GET', '/v1/user', { cookie, authorization })).statusCode).toBe(401);
    // Neither does the cookie ask for more where a token is sent.
    const body = { title: 'A token' };
    const made = await call('POST', '/v1/user/tokens', { cookie, authorization: `Bearer ${token}` }, body);
    expect(made.statusCode).toBe(201);
  });

  test('a session that a token opened may what the token may, and ends with it', async () => {
    const { userId } = await addMember(app, { role: 'admin' });
    const token = await addUserToken(app, userId, { scopes: ['read'] });
    const browser = await signIn(app, token);
    const own = (await callByCookie(app, browser, 'GET', '/v1/session')).json();
    expect(own).toMatchObject({ method: 'token', user: { id: userId } });
    expect((await callByCookie(app, browser, 'POST', '/v1/user/tokens', { title: 'A' })).statusCode).toBe(
      403,
    );
    const [{ id }] = (await app.request('GET', '/v1/user/tokens', { token })).json().items.slice(-1);
    const { token: wide } = { token: await addUserToken(app, userId) };
    await app.request('DELETE', `/v1/user/tokens/${id}`, { token: wide });
    expect((await callByCookie(app, browser, 'GET', '/v1/session')).statusCode).toBe(401);
  });

  test('a session of a service account has no user', async () => {
    const browser = await signIn(app, await addServiceToken(app, { role: 'read' }));
    const session = await callByCookie(app, browser, 'GET', '/v1/session');
    expect(session.statusCode).toBe(200);
    expect(session.json()).not.toHaveProperty('user');
    expect((await callByCookie(app, browser, 'GET', '/v1/user/sessions')).statusCode).toBe(403);
    expect((await callByCookie(app, browser, 'DELETE', '/v1/session')).statusCode).toBe(204);
  });

  test('a call by a token has no session', async () => {
    expect((await app.request('GET', '/v1/session')).statusCode).toBe(404);
    expect((await app.request('DELETE', '/v1/session')).statusCode).toBe(404);
  });
});

describe('by the cookie alone', () => {
  test('reads are answered, and HEAD as GET', async () => {
    expect((await call('GET', '/v1/user', { cookie })).json()).toMatchObject({ email });
    expect(
      (await app.server.inject({ method: 'HEAD', url: '/v1/user', headers: { cookie } })).statusCode,
    ).toBe(200);
    expect((await call('GET', `/v1/spaces/${spaceId}/content/pages`, { cookie })).statusCode).toBe(200);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s needs the origin and the header',
    async (method) => {
      const other = await openBrowser(app, email);
      const url = {
        POST: '/v1/user/tokens',
        PUT: '/v1/user/totp',
        PATCH: '/v1/users/me',
        DELETE: `/v1/user/sessions/none`,
      }[method];
      const body = { title: 'A token', code: '000000' };
      const origins = [
        undefined,
        'null',
        'https://evil.example',
        `${origin()}.evil.example`,
        `${origin()}/`,
        '',
      ];
      const headers = [undefined, '', 'a', csrf().slice(1), csrf(other), secretOf(cookie), `${csrf()}A`];
      const responses = [
        ...origins.map((from) => ({
          ...(from === undefined ? {} : { origin: from }),
          [CSRF_HEADER]: csrf(),
        })),
        ...headers.map((text) => ({
          origin: origin(),
          ...(text === undefined ? {} : { [CSRF_HEADER]: text }),
        })),
      ];
      for (const sent of responses) {
        const refused = await call(method, url, { cookie, ...sent } as Record<string, string>, body);
        expect(refused.statusCode, JSON.stringify(sent)).toBe(403);
        expect(refused.json().error.message).toMatch(/cookie/);
      }
      const passed = await call(method, url, { cookie, origin: origin(), [CSRF_HEADER]: csrf() }, body);
      expect(passed.statusCode).not.toBe(403);
    },
  );

  test('the token for forms is another one in each session, and the same each time', async () => {
    const other = await openBrowser(app, email);
    const tokenOf = async (of: string) =>
      (await callByCookie(app, of, 'GET', '/v1/session')).json().csrfToken;
    expect(await tokenOf(cookie)).toBe(csrf());
    expect(await tokenOf(cookie)).toBe(csrf());
    expect(await tokenOf(other)).not.toBe(csrf());
  });

  test('it stays good through a rotation of the secret of the instance', async () => {
    const [first = ''] = app.context.config.secrets ?? [];
    const rotated = await buildTestApp({
      beside: app,
      config: { secrets: ['another secret of the instance, the new one', first] },
    });
    const headers = { cookie, origin: origin(), [CSRF_HEADER]: csrf() };
    const options = { token: null, headers, body: { displayName: 'Ada' } };
    expect((await rotated.request('PATCH', '/v1/users/me', options)).statusCode).toBe(200);
    await rotated.close();
  });

  test('answers are for pages of our own, and for no cache that others share', async () => {
    for (const url of ['/v1/user', `/v1/spaces/${spaceId}/content`, '/v1/session']) {
      const { headers } = await call('GET', url, { cookie, origin: 'https://evil.example' });
      expect([undefined, origin()]).toContain(headers['access-control-allow-origin']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toBe('Cookie');
      expect(headers['cache-control']).toMatch(/^(?:no-store|private, no-cache)$/);
    }
    const { headers } = await app.request('GET', `/v1/spaces/${spaceId}/content`);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers.vary).toBeUndefined();
  });

  test('no page of another origin may send the header: a browser asks before, and is told so', async () => {
    const asked = await app.server.inject({
      method: 'OPTIONS',
      url: '/v1/user/tokens',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(String(asked.headers['access-control-allow-headers']).toLowerCase()).not.toContain(CSRF_HEADER);
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('what was read by it is not remembered for anybody else', async () => {
    const url = `/v1/spaces/${spaceId}/content/pages`;
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.server.address() as { port: number };
    const read = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${address.port}${url}`, { headers });
    for (let n = 0; n < 2; n += 1) expect((await read({ cookie })).status).toBe(200);
    for (const authorization of ['undefined', 'null', ''])
      expect((await read({ authorization })).status).toBe(401);
    expect((await read({})).status).toBe(401);
  });
});

test('a session that ended says so, and is not known to be a token', async () => {
  const browser = await openBrowser(app, email);
  await callByCookie(app, browser, 'DELETE', '/v1/session');
  const refused = await call('GET', '/v1/user', { cookie: browser });
  expect(refused.statusCode).toBe(401);
  expect(refused.json().error.message).toContain('Sign in again');
});

test('one that another process ended is over here too', async () => {
  const other = await buildTestApp({ beside: app, isListening: true });
  const browser = await openBrowser(app, email);
  const options = { token: null, headers: { cookie: browser } };
  expect((await other.request('GET', '/v1/user', options)).statusCode).toBe(200);
  await callByCookie(app, browser, 'DELETE', '/v1/session');
  const deadline = Date.now() + 5000;
  let status = 200;
  while (status === 200 && Date.now() < deadline)
    status = (await other.request('GET', '/v1/user', options)).statusCode;
  expect(status).toBe(401);
  await other.close();
});
