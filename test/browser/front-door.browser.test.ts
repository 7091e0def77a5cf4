import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addAccount, PASSWORD } from '../accounts.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { addOrganization, joinOrganization } from '../factories.ts';
import { launchChromium } from './chromium.ts';
import { openPart } from './console.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let browser: Browser;
let app: TestApp;
let port: number;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  const free = createServer();
  await new Promise<void>((resolve) => {
    free.listen(0, '127.0.0.1', resolve);
  });
  ({ port } = free.address() as AddressInfo);
  await new Promise((resolve) => {
    free.close(resolve);
  });
  app = await buildTestApp({
    config: { baseUrl: `http://127.0.0.1:${port}`, sitesUrl: 'http://127.0.0.1:9' },
  });
  await app.server.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

const click = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const follow = (name: string): Promise<void> => page.getByRole('link', { name, exact: true }).first().click();

/** An administrator of an organization of their own, signed in from the first address that anybody tries. */
async function signInAtLocalhost(): Promise<{ organizationId: string; token: string }> {
  const account = await addAccount(app, { role: 'read' });
  const { organizationId } = await addOrganization(app, { title: 'Acme' });
  await joinOrganization(app, { userId: account.userId, organizationId, role: 'admin' });
  await page.goto(`http://localhost:${port}/`);
  await follow('Open Lectern');
  expect(page.url()).toBe(`http://127.0.0.1:${port}/app/sign-in`);
  await page.getByLabel('Email address').fill(account.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await click('Sign in');
  await page.waitForURL(`http://127.0.0.1:${port}/app`);
  await page.getByRole('main').getByRole('link', { name: 'Acme' }).click();
  await page.getByRole('button', { name: 'Organization: Acme' }).waitFor();
  return { organizationId, token: account.token };
}

test('an administrator who opened localhost makes an invite link work, and a stranger joins by it', async () => {
  const { organizationId, token } = await signInAtLocalhost();
  await openPart(page, 'Invitations');
  await click('New invite link');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Turn on invite links').isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('The invite link was created').waitFor();
  expect(await page.getByText('Invite links are turned off').count()).toBe(0);
  const links = await app.request('GET', `/v1/orgs/${organizationId}/link-invites`, { token });
  const link = links.json().items[0].url;

  const stranger = await browser.newPage();
  await stranger.goto(String(link));
  await stranger.getByLabel('Email address').fill('stranger@example.com');
  await stranger.getByLabel('Your name').fill('A Stranger');
  await stranger.getByLabel('Password').fill(PASSWORD);
  await stranger.getByRole('button', { name: 'Create account and join' }).click();
  await stranger.waitForURL(/\/app\/o\//);
  await stranger.close();

  await page.goto(`http://127.0.0.1:${port}/app/o/${organizationId}/settings`);
  const formOf = (name: string) => page.getByRole('form', { name });
  const linksWork = page.getByLabel('Allow invite links');
  expect(await linksWork.isChecked()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Acme & Sons');
  await formOf('Name and logo').getByRole('button', { name: 'Save' }).click();
  await formOf('Name and logo').getByText('Saved').waitFor();
  await linksWork.uncheck();
  await formOf('Joining').getByRole('button', { name: 'Save' }).click();
  await formOf('Joining').getByText('Saved').waitFor();
  const { title, inviteLinks } = (await app.request('GET', `/v1/orgs/${organizationId}`, { token })).json();
  expect({ title, inviteLinks }).toEqual({ title: 'Acme & Sons', inviteLinks: false });
});
