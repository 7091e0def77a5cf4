import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../app.ts';
import { addSpace } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { addOidcProvider, type OidcTestProvider } from '../oidc-browser.ts';
import { type OidcIdp, startOidcIdp } from '../oidc-idp.ts';
import { launchChromium } from './chromium.ts';
import { signOut } from './console.ts';

let browser: Browser;
let app: TestApp;
let idp: OidcIdp;
let provider: OidcTestProvider;
let page: Page;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  browser = await launchChromium();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  app = await buildTestApp({
    config: { baseUrl, sitesUrl: 'http://127.0.0.1:9', allowPrivateNetworks: true },
  });
  await app.server.listen({ port, host: '127.0.0.1' });
  // Another site than 127.0.0.1, as it is in the world.
  idp = await startOidcIdp({ host: 'localhost' });
  provider = await addOidcProvider(app, idp, { label: 'Company login', defaultRole: 'review' });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { hostname: 'acme' } });
});
afterAll(async () => {
  await browser?.close();
  await idp?.close();
  await app?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

it('signs somebody new in, from the form for passwords to the page that they asked for, and out', async () => {
  idp.user = { id: 'u-1', email: 'ada@company.example', name: 'Ada Lovelace' };
  const spaceId = await addSpace(app, { title: 'Handbook' });
  await page.goto(`${app.context.config.baseUrl}/app/s/${spaceId}`);
  await page.getByRole('link', { name: 'Sign in with SSO' }).click();
  await page.getByLabel('Email address or organization').fill('acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Sign in with Company login' }).click();
  await page.waitForURL(`**/app/s/${spaceId}`);
  await page.getByRole('heading', { level: 1, name: /Handbook/ }).waitFor();
  const url = `/v1/orgs/${app.organizationId}/members?search=ada%40company.example`;
  expect((await app.request('GET', url)).json().items).toMatchObject([
    { role: 'review', sso: true, user: { displayName: 'Ada Lovelace' } },
  ]);
  await signOut(page);
  await page.waitForURL('**/app/sign-in**');
});

it('shows why nobody was signed in', async () => {
  idp.user = { id: 'u-2', email: 'eve@company.example', emailVerified: false, name: 'Eve' };
  await page.goto(provider.service.startURL);
  expect(await page.getByRole('alert').textContent()).toContain('does not confirm that your email address');
  await page.getByRole('link', { name: 'Try again' }).click();
  expect(await page.getByRole('link', { name: 'Sign in with Company login' }).isVisible()).toBe(true);
});
