/** Readers of sites for members and with a password, in a browser with and without scripts. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { addAccount, PASSWORD } from '../accounts.ts';
import { putContent } from '../content.ts';
import { addSite, addSpace } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { auditPage } from './audit-page.ts';
import { signOut } from './console.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let setup: ServedSites;
let console: string;
let spaceId: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const port = await findFreePort();
  // Another name than that of the sites origin: browsers share cookies between the ports of a host.
  console = `http://localhost:${port}`;
  setup = await serveSites({ config: { baseUrl: console } });
  await setup.app.server.listen({ port, host: 'localhost' });
  spaceId = await addSpace(setup.app, { title: 'Handbook' });
  await putContent(setup.app, spaceId, {
    'README.md': '# Welcome\n\nRead the [guide](guide.md).\n',
    'guide.md': '# Guide\n\nThe secret lantern.\n',
  });
});
afterAll(() => setup?.close());
beforeEach(async () => {
  context = await setup.browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

async function publish(readers: object): Promise<{ url: string; site: string }> {
  const { app, origin } = setup;
  const siteId = await addSite(app, { title: 'Inside', spaceIds: [spaceId] });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const { basename } = (await app.request('PATCH', site, { body: { readers } })).json();
  expect((await app.request('POST', `${site}/publish`)).statusCode).toBe(200);
  return { url: `${origin}/${basename}/`, site };
}

async function signIn(email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('leads a reader to sign in and to the page that they wanted, and closes when they sign out', async () => {
  const { url } = await publish({ kind: 'members' });
  const { email } = await addAccount(setup.app, { role: 'read' });
  await page.goto(`${url}guide?tab=2#_content`);
  expect(new URL(page.url()).origin).toBe(console);
  await signIn(email);
  await page.waitForURL(`${url}guide?tab=2*`);
  expect(await page.locator('body').textContent()).toContain('The secret lantern.');
  const cookies = await context.cookies(url);
  expect(cookies.every(({ name, httpOnly }) => name.startsWith('lectern-site-') && httpOnly)).toBe(true);

  const { url: other } = await publish({ kind: 'members' });
  await page.goto(other);
  expect([page.url(), await page.locator('h1').textContent()]).toEqual([other, 'Welcome']);

  const account = await context.newPage();
  await account.goto(`${console}/app`);
  await signOut(account);
  await account.waitForURL(`${console}/app/sign-in`);
  await page.getByRole('link', { name: 'guide' }).first().click();
  await page.waitForURL(`${console}/app/sign-in**`);
});

it('tells somebody who is no member in its own look, and lets them use another account', async () => {
  const { url } = await publish({ kind: 'members' });
  const stranger = await addAccount(setup.app);
  const member = await addAccount(setup.app, { role: 'read' });
  await page.goto(`${url}guide`);
  await signIn(stranger.email);
  await page.getByRole('heading', { name: 'You cannot read this site' }).waitFor();
  expect(await page.locator('body').textContent()).toContain('Inside');
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('link', { name: 'Use another account' }).click();
  await signIn(member.email);
  await page.waitForURL(`${url}guide`);
});

it.each(['light', 'dark'] as const)(
  'asks for a password by a form that everybody can use, in %s',
  async (colorScheme) => {
    const { url } = await publish({ kind: 'password', password: 'the lighthouse keeper' });
    await page.emulateMedia({ colorScheme });
    await page.goto(url);
    expect(await auditPage(page)).toEqual([]);
    await page.keyboard.type('something else');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await auditPage(page)).toEqual([]);
  },
);

it('asks for the password of a site without scripts', async () => {
  const { url } = await publish({ kind: 'password', password: 'the lighthouse keeper' });
  await context.close();
  context = await setup.browser.newContext({ javaScriptEnabled: false });
  page = await context.newPage();
  await page.goto(`${url}guide?tab=2`);
  await page.getByLabel('Password').fill('something else');
  await page.getByRole('button', { name: 'Open the site' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('incorrect');
  await page.getByLabel('Password').fill('the lighthouse keeper');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}guide?tab=2`);
  expect(await page.locator('body').textContent()).toContain('The secret lantern.');
});
