/** The reference of the API in a browser: accessible, without errors, by keyboard, and without scripts. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../app.ts';
import { auditPage } from './audit-page.ts';
import { launchChromium } from './chromium.ts';

let app: TestApp;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  app = await buildTestApp();
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

describe.each([
  ['light', 1440],
  ['dark', 360],
] as const)('in a %s scheme, %i wide', (colorScheme, width) => {
  test.each(['/reference', '/reference/spaces', '/reference/~/search?q=comments', '/reference/nothing'])(
    '%s breaks no rule of WCAG 2.2 AA, and scrolls in one direction',
    async (path) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      const page = await context.newPage();
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
          elsewhere.push(request.url());
      });
      await page.goto(origin + path);
      expect(await auditPage(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(elsewhere).toEqual([]);
      await context.close();
    },
  );
});

test('the keyboard finds an operation, whose page keeps its policy', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  await page.goto(`${origin}/reference`);
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill('getUserById');
  expect(await page.getByRole('option').first().textContent()).toContain('GET /v1/users/{userId}');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/reference\/users\//);
  await page.getByRole('combobox', { name: 'Language of the code' }).selectOption('Python');
  expect(await page.locator('.api-examples .tab:not([hidden])').first().textContent()).toContain(
    'requests.get',
  );
  expect(problems).toEqual([]);
  await page.close();
});

test('without scripts, the search is a form, and all samples are shown', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/reference`);
  await page.getByRole('searchbox').fill('getUserById');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('main').getByRole('link').first().click();
  expect(page.url()).toContain('/reference/users/');
  expect(await page.getByRole('main').textContent()).toContain('requests.get');
  await context.close();
});
