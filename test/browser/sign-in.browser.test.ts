import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOTP } from 'otpauth';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeResetLink } from '../../apps/server/domains/identity/accounts/reset-link.ts';
import { addAccount, PASSWORD, turnOnSecondFactor } from '../accounts.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { createTestClock } from '../clock.ts';
import { addMember } from '../factories.ts';
import { launchChromium } from './chromium.ts';
import { signOut } from './console.ts';

const HALF_MINUTE_MS = 30_000;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const clock = createTestClock();
let browser: Browser;
let app: TestApp;
let baseUrl: string;
/** A page of another port: the same site, so that the browser sends it along with the cookie. */
let elsewhere: Server;
let elsewhereUrl: string;
let page: Page;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  browser = await launchChromium();
  const free = createServer();
  const port = await listen(free);
  await new Promise((resolve) => {
    free.close(resolve);
  });
  baseUrl = `http://127.0.0.1:${port}`;
  app = await buildTestApp({ clock: clock.now, config: { baseUrl, sitesUrl: 'http://127.0.0.1:9' } });
  await app.server.listen({ port, host: '127.0.0.1' });
  elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Elsewhere</title><form method="post" target="_self"></form>');
  });
  elsewhereUrl = `http://127.0.0.1:${await listen(elsewhere)}`;
});
afterAll(async () => {
  await browser?.close();
  elsewhere?.close();
  await app?.close();
});
beforeEach(async () => {
  // A context of its own: nobody is signed in.
  page = await browser.newPage();
});
afterEach(() => page.close());

async function enterPassword(email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('signs in with a password and a code, comes back to where it wanted to go, and signs out', async () => {
  const { email, token } = await addAccount(app, { role: 'read' });
  const { secret, recoveryCodes } = await turnOnSecondFactor(app, token);
  clock.advance(2 * HALF_MINUTE_MS);
  const there = `${baseUrl}/app/o/${app.organizationId}`;
  await page.goto(there);
  await enterPassword(email, 'not the password');
  expect(await page.getByRole('alert').textContent()).toBe('The email address or the password is incorrect.');
  expect(await page.getByLabel('Email address').inputValue()).toBe(email);
  await enterPassword(email, PASSWORD);
  expect(await page.locator('h1').textContent()).toBe('Enter the code');
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toContain('The code is incorrect');
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate({ timestamp: clock.now().getTime() }));
  await page.keyboard.press('Enter');
  await page.waitForURL(there);
  expect(await page.evaluate('document.cookie')).toBe('');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'lectern', httpOnly: true, sameSite: 'Lax', path: '/' });

  await signOut(page);
  await page.waitForURL(`${baseUrl}/app/sign-in`);
  expect(await page.context().cookies()).toEqual([]);
  await enterPassword(email, PASSWORD);
  await page.getByLabel('Code').fill((recoveryCodes[0] as string).toUpperCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(`${baseUrl}/app`);
});

it('sets a password by a link, whose secret it tells nobody, and signs in with it', async () => {
  const { email } = await addMember(app, { role: 'read' });
  const link = await makeResetLink(app.context, email);
  const secret = link.split('.').at(-1) as string;
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(link);
  await page.getByLabel('New password').fill('qwertyuiop');
  await page.getByRole('button', { name: 'Set password' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('too common');
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  expect(await page.getByRole('status').textContent()).toBe('Your password is set. Sign in with it.');
  await enterPassword(email, PASSWORD);
  await page.waitForURL(`${baseUrl}/app`);
  expect(requests.length).toBeGreaterThan(5);
  for (const { referer = '' } of await Promise.all(requests.map((request) => request.allHeaders())))
    expect(referer).not.toContain(secret);
  const urls = requests.map((request) => request.url());
  for (const url of urls.filter((url) => !url.startsWith(link))) expect(url).not.toContain(secret);
  await page.goto(link);
  expect(await page.locator('main').textContent()).toContain('expired');
});

it('lets no page of another origin act for who is signed in, although it sends the cookie along', async () => {
  const { email, token } = await addAccount(app, { role: 'admin' });
  await page.goto(`${baseUrl}/app`);
  await enterPassword(email, PASSWORD);
  await page.waitForURL(`${baseUrl}/app`);
  await page.goto(elsewhereUrl);
  const attempts = `(async () => {
    const outcomes = [];
    const attempt = async (path, options) => {
      try {
        const response = await fetch('${baseUrl}' + path, { credentials: 'include', ...options });
        outcomes.push(response.type === 'opaque' ? 'opaque' : await response.text());
      } catch {
        outcomes.push('blocked');
      }
    };
    await attempt('/v1/user', {});
    await attempt('/v1/session', {});
    await attempt('/v1/user', { mode: 'no-cors' });
    const body = JSON.stringify({ title: 'Stolen' });
    await attempt('/v1/user/tokens', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    await attempt('/v1/user/tokens', { method: 'POST', body, headers: { 'content-type': 'application/json', 'x-lectern-csrf': 'a' } });
    await attempt('/v1/user/tokens', { method: 'POST', body, mode: 'no-cors' });
    return outcomes;
  })()`;
  expect(await page.evaluate(attempts)).toEqual([
    'blocked',
    'blocked',
    'opaque',
    'blocked',
    'blocked',
    'opaque',
  ]);
  const tokens = (await app.request('GET', '/v1/user/tokens', { token })).json();
  expect(tokens.count).toBe(1);

  // A form sent by a script on a page of another origin.
  await page.evaluate(`(() => {
    const form = document.forms[0];
    form.action = '${baseUrl}/app/sign-out';
    form.submit();
  })()`);
  await page.waitForURL(`${baseUrl}/app/sign-out`);
  expect(await page.locator('h1').textContent()).toBe('Not allowed');
  await page.goto(`${baseUrl}/app`);
  expect(page.url()).toBe(`${baseUrl}/app`);
});
