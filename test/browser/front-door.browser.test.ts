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
const news = (): Promise<string[]> => page.getByRole('status').allTextContents();

/** An administrator of an organization of their own, signed in from the first address that anybody tries. */
async function signInAtLocalhost(): Promise<void> {
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
}

test('an administrator who opened localhost makes an invite link work, and a stranger joins by it', async () => {
  await signInAtLocalhost();
  await openPart(page, 'Invitations');
  expect(await page.getByLabel('Turn on invite links in this organization').isChecked()).toBe(true);
  await click('Create link');
  expect(await news()).toEqual(['Saved.']);
  expect(await page.getByText('Invite links are turned off').count()).toBe(0);
  const link = await page.getByRole('region', { name: 'Links' }).locator('code').textContent();

  const stranger = await browser.newPage();
  await stranger.goto(String(link));
  await stranger.getByLabel('Email address').fill('stranger@example.com');
  await stranger.getByLabel('Your name').fill('A Stranger');
  await stranger.getByLabel('Password').fill(PASSWORD);
  await stranger.getByRole('button', { name: 'Create account and join' }).click();
  await stranger.waitForURL(/\/app\/o\//);
  await stranger.close();

  await follow('Settings');
  expect(await page.getByLabel('Invite links').isChecked()).toBe(true);
  await page.getByLabel('Title').fill('Acme & Sons');
  await page.getByLabel('Invite links').uncheck();
  await click('Save');
  expect(await news()).toEqual(['Saved.']);
  expect(await page.getByLabel('Title').inputValue()).toBe('Acme & Sons');
  expect(await page.getByLabel('Invite links').isChecked()).toBe(false);
});

test('an invitation is listed until it is revoked, and inviting again says what it did', async () => {
  await signInAtLocalhost();
  await openPart(page, 'Invitations');
  for (const sentence of ['1 person was invited.', 'Invited again, because they have not accepted yet:']) {
    await page.getByLabel('Email addresses').fill('grace@example.com');
    await click('Invite');
    expect((await news()).join()).toContain(sentence);
  }
  const pending = page.getByRole('region', { name: 'Pending invitations' });
  await pending.getByRole('button', { name: 'New link to grace@example.com' }).click();
  expect((await news()).join()).toContain('grace@example.com');
  await pending.getByRole('button', { name: 'Revoke the invitation of grace@example.com' }).click();
  expect(await news()).toEqual(['The invitation was revoked.']);
  expect(await page.getByText('There are no pending invitations.').count()).toBe(1);
});

test('a wrong code keeps the picture and the key of the second factor', async () => {
  await signInAtLocalhost();
  await page.goto(`http://127.0.0.1:${port}/app/account/second-factor`);
  await page.getByLabel('Your password').or(page.getByLabel('Password')).first().fill(PASSWORD);
  await click('Turn on');
  const key = await page.locator('.secret code').textContent();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await click('Turn on');
  expect(await page.locator('.secret code').textContent()).toBe(key);
  expect(await page.getByRole('img', { name: 'The key as a QR code' }).count()).toBe(1);
  expect(await page.getByText('Incorrect code.').count()).toBe(1);
});
