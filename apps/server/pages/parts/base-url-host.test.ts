import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';

const servers = new Map<string, TestApp>();
beforeAll(async () => {
  for (const baseUrl of ['http://127.0.0.1:3000', 'http://localhost:3000', 'https://docs.example.com'])
    servers.set(baseUrl, await buildTestApp({ config: { baseUrl } }));
});
afterAll(async () => {
  for (const app of servers.values()) await app.close();
});

const appAt = (baseUrl: string): TestApp => servers.get(baseUrl) as TestApp;

describe('a browser that opened another name of this machine', () => {
  test.each([
    ['http://127.0.0.1:3000', 'localhost:3000'],
    ['http://127.0.0.1:3000', '[::1]:3000'],
    ['http://localhost:3000', '127.0.0.1:3000'],
  ])('is led to %s from %s', async (baseUrl, host) => {
    const url = '/app/sign-in?to=%2Fapp%2Faccount';
    const response = await appAt(baseUrl).server.inject({ url, headers: { host } });
    expect(response.statusCode).toBe(307);
    expect(response.headers.location).toBe(`${baseUrl}${url}`);
  });

  test.each([
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    // A tunnel: the base URL may not be reachable from there.
    ['http://127.0.0.1:3000', 'localhost:8080'],
    ['http://127.0.0.1:3000', 'localhost.example.com:3000'],
    ['http://127.0.0.1:3000', 'docs.example.com'],
    // A proxy that does not pass the host on.
    ['https://docs.example.com', '127.0.0.1:3000'],
  ])('stays where it is: %s, asked as %s', async (baseUrl, host) => {
    const response = await appAt(baseUrl).server.inject({ url: '/app/sign-in', headers: { host } });
    expect(response.statusCode).toBe(200);
  });
});

describe('a form of a page that was opened at another address', () => {
  const send = async (baseUrl: string, headers: Record<string, string>): Promise<string> => {
    const response = await appAt(baseUrl).server.inject({
      method: 'POST',
      url: '/app/sign-in',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40example.com&password=x',
    });
    expect(response.statusCode).toBe(403);
    return response.body;
  };

  test('is refused with what the operator must set, if a proxy adds TLS', async () => {
    const headers = { origin: 'https://docs.example.com', host: 'docs.example.com' };
    expect(await send('http://127.0.0.1:3000', headers)).toContain(
      'You opened this page at https://docs.example.com, but the address of this server is http://127.0.0.1:3000. Open http://127.0.0.1:3000/app and try again. If https://docs.example.com is the right address, the operator of this server must set LECTERN_BASE_URL to it.',
    );
  });

  test('is refused with the https address, if the page was opened without TLS', async () => {
    const headers = { origin: 'http://docs.example.com', host: 'docs.example.com' };
    const body = await send('https://docs.example.com', headers);
    expect(body).toContain(
      'You opened this page at http://docs.example.com, but the address of this server is https://docs.example.com. Open https://docs.example.com/app and try again.<',
    );
  });

  test('of another site is refused without a word about its address', async () => {
    const headers = { origin: 'https://evil.example', host: '127.0.0.1:3000' };
    const body = await send('http://127.0.0.1:3000', headers);
    expect(body).toContain('This form was not sent from a page of this server.');
    expect(body).not.toContain('evil.example');
  });
});

test('the page at the root leads to the app', async () => {
  const { server } = appAt('http://127.0.0.1:3000');
  const { body } = await server.inject({ url: '/' });
  expect(body).toContain('<a class="open" href="/app">Open Lectern</a>');
});
