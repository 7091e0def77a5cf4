import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addAccount, PASSWORD } from '../accounts.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { addCollection, addSpace } from '../factories.ts';
import { launchChromium } from './chromium.ts';
import { openPart } from './console.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let browser: Browser;
let app: TestApp;
let baseUrl: string;
let page: Page;
let complaints: string[];
let email: string;

beforeAll(async () => {
  browser = await launchChromium();
  const free = createServer();
  await new Promise<void>((resolve) => {
    free.listen(0, '127.0.0.1', resolve);
  });
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => {
    free.close(resolve);
  });
  baseUrl = `http://127.0.0.1:${port}`;
  app = await buildTestApp({ config: { baseUrl, sitesUrl: 'http://127.0.0.1:9' } });
  await app.server.listen({ port, host: '127.0.0.1' });
  ({ email } = await addAccount(app, { role: 'admin' }));
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  complaints = [];
  watch(page);
});
afterEach(async () => {
  await page.close();
  // The console also reports violations of the page's policy.
  expect(complaints).toEqual([]);
});

function watch(watched: Page): void {
  watched.on('console', (message) => {
    // The response to a refused form has an error status.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of 4'))
      complaints.push(message.text());
  });
  watched.on('pageerror', (error) => complaints.push(String(error)));
}

async function signIn(as: string, on = page): Promise<void> {
  await on.goto(`${baseUrl}/app`);
  await on.getByLabel('Email address').fill(as);
  await on.getByLabel('Password').fill(PASSWORD);
  await on.getByRole('button', { name: 'Sign in', exact: true }).click();
  await on.waitForURL(`${baseUrl}/app`);
}

const click = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const follow = (name: string): Promise<void> => page.getByRole('link', { name, exact: true }).first().click();
const news = (): Promise<string | null> => page.getByRole('status').textContent();

describe('an administrator', () => {
  it('invites somebody, who comes in by the link, is put into a team and reads what it is given', async () => {
    const spaceId = await addSpace(app, { title: 'Guides' });
    await signIn(email);
    await openPart(page, 'Invitations');
    await page.getByLabel('Email addresses').fill('ann@example.com');
    await page.getByLabel('Role in the organization').selectOption('guest');
    await click('Invite');
    expect(await news()).toContain('1 person was invited.');
    const link = await page.locator('.secret code').textContent();

    const theirs = await browser.newPage();
    watch(theirs);
    await theirs.goto(String(link));
    await theirs.getByLabel('Your name').fill('Ann');
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.keyboard.press('Enter');
    await theirs.waitForURL(/\/app\/o\//);
    await theirs.getByRole('button', { name: 'Account of Ann' }).waitFor();

    await follow('Teams');
    await page.getByLabel('Title').last().fill('Writers');
    await click('Create');
    expect(await news()).toBe('The team was created.');
    await page.getByLabel('Email addresses').fill('ann@example.com');
    await click('Add');
    expect(await page.getByRole('rowheader', { name: 'Ann' }).count()).toBe(1);

    await page.goto(`${baseUrl}/app/s/${spaceId}`);
    await page.getByRole('button', { name: 'More about this space' }).click();
    await page.getByRole('menuitem', { name: 'Access' }).click();
    await page.getByLabel('Team or member').fill('writ');
    await page.keyboard.press('Enter');
    await page.getByLabel('Role of Writers').selectOption('comment');
    await page.getByRole('button', { name: 'Add Writers' }).click();
    expect(await news()).toBe('The role was added.');
    const row = page.getByRole('region', { name: 'Roles' }).getByRole('row', { name: /Ann/ });
    expect(await row.textContent()).toContain('team “Writers” here');

    await theirs.goto(`${baseUrl}/app/s/${spaceId}`);
    await theirs.getByRole('heading', { level: 1, name: /Guides/ }).waitFor();
    await theirs.close();
  });

  it('makes a token and copies it, and finds both in the audit', async () => {
    await signIn(email);
    await page.goto(`${baseUrl}/app/account/tokens`);
    await page.getByLabel('Title').fill('Laptop');
    await page.getByLabel('Scope').selectOption('read');
    await click('Create');
    const token = String(await page.locator('.secret code').textContent());
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
    await page.getByRole('button', { name: 'Revoke Laptop' }).click();
    expect(await news()).toContain('The token was revoked');
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/audit`);
    await page.getByLabel('Action').selectOption('token.revoked');
    await click('Search');
    await follow('Token revoked');
    expect(await page.locator('pre').textContent()).toContain('Laptop');
  });

  it('turns on the second factor by the picture, and signs in with it', async () => {
    const own = await addAccount(app, { role: 'read' });
    await signIn(own.email);
    await page.goto(`${baseUrl}/app/account/second-factor`);
    await page.getByLabel('Current password').fill(PASSWORD);
    await click('Turn on');
    const picture = page.getByRole('img', { name: 'The key as a QR code' });
    expect((await picture.boundingBox())?.width).toBeGreaterThan(100);
    const secret = String(await page.locator('.secret code').textContent());
    const field = page.getByRole('textbox', { name: 'Code' });
    await field.fill('000000');
    await click('Turn on');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(new TOTP({ secret }).generate());
    await click('Turn on');
    expect(await page.locator('.codes li').count()).toBe(10);
    await page.setViewportSize({ width: 390, height: 800 });
    const lines = page.locator('.codes code');
    expect(await lines.evaluateAll((all) => all.map((code) => code.getClientRects().length))).toEqual(
      Array(10).fill(1),
    );
    const code = String(await page.locator('.codes code').first().textContent());
    await click('Sign out');
    await page.getByLabel('Email address').fill(own.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${baseUrl}/app`);
  });
});

describe('every page', () => {
  const addresses = async (): Promise<string[]> => {
    const { organizationId } = app;
    const { id: userId } = (await app.request('GET', '/v1/user')).json();
    const team = await app.request('PUT', `/v1/orgs/${organizationId}/teams`, {
      body: { title: `Team ${'x'.repeat(59)}`, members: [userId] },
    });
    const provider = await app.request('POST', `/v1/orgs/${organizationId}/saml`, {
      body: { label: 'Company' },
    });
    await app.request('POST', `/v1/orgs/${organizationId}/link-invites`, { body: { role: 'read' } });
    const events = await app.request('GET', `/v1/orgs/${organizationId}/audit-events?limit=1`);
    const space = await addSpace(app, { title: 'Guides' });
    const collection = await addCollection(app, { title: 'Handbook' });
    const organization = `/app/o/${organizationId}`;
    return [
      '/app/account',
      '/app/account/second-factor',
      '/app/account/sessions',
      '/app/account/tokens',
      organization,
      `${organization}/members`,
      `${organization}/members/${userId}`,
      `${organization}/invites`,
      `${organization}/teams`,
      `${organization}/teams/${team.json().id}`,
      `${organization}/tokens`,
      `${organization}/saml`,
      `${organization}/saml/${provider.json().id}`,
      `${organization}/audit`,
      `${organization}/audit/${events.json().items[0].id}`,
      `/app/s/${space}/permissions?search=team`,
      `/app/c/${collection}/permissions`,
    ];
  };

  it.each(['light', 'dark'] as const)('fits a small phone and can be read: %s', async (colorScheme) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
    const phone = await context.newPage();
    watch(phone);
    await signIn(email, phone);
    for (const address of await addresses()) {
      expect((await phone.goto(baseUrl + address))?.status(), address).toBe(200);
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await phone.evaluate(wider), address).toBe(0);
      expect(await phone.evaluate(LOW_CONTRAST), address).toEqual([]);
    }
    await context.close();
  });

  it('names each of its controls, has one first heading, and heads its tables', async () => {
    await signIn(email);
    for (const address of await addresses()) {
      await page.goto(baseUrl + address);
      expect(await page.evaluate(WITHOUT_NAME), address).toEqual([]);
      expect(await page.locator('h1').count(), address).toBe(1);
      expect(await page.locator('table:not(:has(thead th[scope=col]))').count(), address).toBe(0);
      const ids = '[...document.querySelectorAll("[id]")].map(({ id }) => id)';
      const all = (await page.evaluate(ids)) as string[];
      expect(new Set(all).size, address).toBe(all.length);
    }
  });

  it('shows where the keyboard is, and is used by it alone', async () => {
    await signIn(email);
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/teams`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.getByLabel('Title').last().focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    expect(await page.evaluate(outline)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
  });
});

/** Texts of which the contrast with what is behind them is below 4.5 to 1. */
const LOW_CONTRAST = `(() => {
  const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const value = part / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const [r, g, b, alpha = 1] = parse(getComputedStyle(one).backgroundColor);
      if (alpha > 0) return [r, g, b];
    }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 22, 31] : [255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll('main *, header *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest('option, svg') || !element.checkVisibility()) continue;
    const [front, back] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (contrast < 4.5) low.push(element.tagName + ': ' + element.textContent.trim().slice(0, 40) + ' ' + contrast.toFixed(2));
  }
  return low;
})()`;

/** Controls that nothing tells the purpose of. */
const WITHOUT_NAME = `[...document.querySelectorAll('main input:not([type=hidden]), main select, main textarea, main button')]
  .filter((control) => !(control.labels?.length > 0 && control.labels[0].textContent.trim()) && !control.textContent.trim() && !control.ariaLabel?.trim())
  .map((control) => control.outerHTML.slice(0, 100))`;
