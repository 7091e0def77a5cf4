/** The pages about the readers of a site, as a browser draws them. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../app.ts';
import { addMember } from '../factories.ts';
import { addReadSite, type ReadSite } from '../fixtures/insights/answers/answers.ts';
import { track } from '../fixtures/insights/insights.ts';
import { findFreePort } from '../free-port.ts';
import { browsePages } from '../page-browser.ts';
import { auditPage } from './audit-page.ts';
import { launchChromium } from './chromium.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let browser: Browser;
let app: TestApp;
let here: string;
let cookie: string;

const eventsOf = (site: ReadSite): unknown[] => [
  ...['', 'install', 'install', 'guide'].map((path, n) =>
    site.on(path, { session: { language: n % 2 ? 'de' : 'en-US', visitorId: `visitor-${n}` } }),
  ),
  site.on(`old/${'a-very-long-path/'.repeat(8)}install-linux`, {
    session: { referrer: `https://one.example.com/${'another-long-path/'.repeat(8)}` },
  }),
  site.on('install', { type: 'search_type_query', query: 'w'.repeat(200), results: 0 }),
  site.on('', { type: 'llms_request', llmsVariant: 'full', session: { userAgent: 'GPTBot/1.0' } }),
  site.on('install', { type: 'page_post_feedback', feedback: { rating: 'bad' } }),
  site.on('install', {
    type: 'page_post_feedback_comment',
    feedback: { rating: 'bad', comment: 'I do not understand the second step.' },
  }),
];

beforeAll(async () => {
  browser = await launchChromium();
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  app = await buildTestApp({ config: { baseUrl } });
  const site = await addReadSite(app);
  const response = await track(app, site, eventsOf(site));
  expect(response.statusCode).toBe(204);
  here = `${baseUrl}/app/o/${app.organizationId}/sites/${site.siteId}/insights`;
  const { userId } = await addMember(app, { role: 'create' });
  ({ cookie } = await browsePages(app, { userId }));
  await app.server.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** The lines and bars that have a size on the screen, and a color. */
const DRAWN = `[...document.querySelectorAll('.line, .bars .bar')].filter((shape) => {
  const { width } = shape.getBoundingClientRect();
  const { stroke, fill } = getComputedStyle(shape);
  return width > 1 && (stroke !== 'none' || fill !== 'none');
}).length`;

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'no page breaks a rule of WCAG 2.2 AA or is too wide, in a %s scheme %i wide',
  async (colorScheme, width) => {
    // The policy of the pages would keep the script of the test out.
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
      extraHTTPHeaders: { cookie },
    });
    const page = await context.newPage();
    const found: string[] = [];
    for (const part of ['?by=language', '/pages', '/searches', '/problems', '/agents']) {
      await page.goto(here + part);
      if (part === '?by=language') await page.locator('summary').first().click();
      for (const one of await auditPage(page)) found.push(`${part} ${one}`);
      if (Number(await page.evaluate(OVERFLOW)) > 0) found.push(`${part} is too wide`);
    }
    await context.close();
    expect(found).toEqual([]);
  },
);

test('charts are drawn under the policy of the pages', async () => {
  const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(`${here}?by=language`);
  expect(await page.evaluate(DRAWN)).toBe(4);
  expect(await page.getByRole('img', { name: 'Page views and visitors' }).count()).toBe(1);
  await page.goto(`${here}/agents`);
  expect(await page.evaluate(DRAWN)).toBe(2);
  expect(refused).toEqual([]);
  await context.close();
});
