import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { addAccount, PASSWORD } from '../accounts.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { addSpace } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { type SamlIdp, startSamlIdp } from '../saml-idp.ts';
import { addSsoProvider, type SsoProvider } from '../sso-browser.ts';
import { launchChromium } from './chromium.ts';
import { signOut } from './console.ts';

let browser: Browser;
let app: TestApp;
let idp: SamlIdp;
let provider: SsoProvider;
let teamId: string;
let page: Page;
let problems: string[];

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  browser = await launchChromium();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  app = await buildTestApp({ config: { baseUrl, sitesUrl: 'http://127.0.0.1:9' } });
  await app.server.listen({ port, host: '127.0.0.1' });
  // Another site than 127.0.0.1: its form is sent without cookies that are Lax, as it is in the world.
  idp = await startSamlIdp({ host: 'localhost' });
  const url = `/v1/orgs/${app.organizationId}/teams`;
  teamId = (await app.request('PUT', url, { body: { title: 'Engineers' } })).json().id;
  provider = await addSsoProvider(app, {
    label: 'Company login',
    keys: idp.keys,
    entityID: idp.entityId,
    ssoURL: idp.ssoUrl,
    defaultRole: 'review',
    defaultTeam: teamId,
  });
  await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { hostname: 'acme' } });
});
afterAll(async () => {
  await browser?.close();
  await idp?.close();
  await app?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
});
afterEach(() => page.close());

const membersNamed = async (search: string) =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/members?search=${search}`)).json().items;

it('signs somebody new in, from the form for passwords to the page that they asked for', async () => {
  idp.user = { id: 'u-1', email: 'ada@company.example', displayName: 'Ada Lovelace' };
  const spaceId = await addSpace(app, { title: 'Handbook' });
  const forms: Request[] = [];
  page.on('request', (request) => {
    if (request.url() === provider.service.acsURL) forms.push(request);
  });
  await page.goto(`${app.context.config.baseUrl}/app/s/${spaceId}`);
  await page.getByRole('link', { name: 'Sign in with SSO' }).click();
  await page.getByLabel('Email address or organization').fill('acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Sign in with Company login' }).click();
  await page.waitForURL(`**/app/s/${spaceId}`);
  await page.getByRole('heading', { level: 1, name: /Handbook/ }).waitFor();
  // The provider’s form came from another site: what the browser keeps for us stayed behind.
  expect(forms).toHaveLength(1);
  expect(await forms[0]?.allHeaders()).not.toHaveProperty('cookie');
  expect(problems).toEqual([]);

  const [member, ...others] = await membersNamed('ada%40company.example');
  expect(others).toEqual([]);
  expect(member).toMatchObject({
    role: 'review',
    sso: true,
    teams: 1,
    user: { displayName: 'Ada Lovelace', email: 'ada@company.example' },
  });
  const teams = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${member.id}/teams`);
  expect(teams.json().items[0].team.id).toBe(teamId);

  await signOut(page);
  await page.waitForURL('**/app/sign-in**');
  await page.goto(provider.service.startURL);
  await page.waitForURL('**/app');
  expect((await membersNamed('company.example')).length).toBe(1);
});

it('connects an account that has a password, once it was entered', async () => {
  const { email, userId } = await addAccount(app, { role: 'read' });
  idp.user = { id: 'u-2', email, displayName: 'Grace Hopper' };
  await page.goto(provider.service.startURL);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Is this account yours?');
  await page.getByRole('link', { name: 'Sign in with password' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Connect your account');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL('**/app');
  const other = await browser.newPage();
  await other.goto(provider.service.startURL);
  await other.waitForURL('**/app');
  await other.close();
  const member = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`);
  expect(member.json()).toMatchObject({ sso: true, role: 'read' });
  expect(problems).toEqual([]);
});

it('shows why nobody was signed in', async () => {
  const { email } = await addAccount(app);
  idp.user = { id: 'u-3', email, displayName: 'Nobody here' };
  await page.goto(provider.service.startURL);
  expect(await page.getByRole('alert').textContent()).toContain('Ask an administrator for an invitation');
  await page.getByRole('link', { name: 'Try again' }).click();
  expect(await page.getByRole('link', { name: 'Sign in with Company login' }).isVisible()).toBe(true);
});
