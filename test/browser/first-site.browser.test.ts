/** The site of the documentation that the first start publishes, as a reader sees it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runJobs } from '../jobs.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

let setup: ServedSites;
let siteUrl: string;
let page: Page;
let reported: string[];

/** A busy machine takes its time. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  const started = new Date();
  let now = started;
  setup = await serveSites({ clock: () => now, hasFirstSite: true });
  now = new Date(started.getTime() + 2000);
  siteUrl = `${setup.origin}/lectern-documentation/`;
  expect((await fetch(siteUrl)).status).toBe(404);
  await runJobs(setup.app);
});
afterAll(() => setup?.close());
afterEach(async () => {
  await page.close();
  expect(reported).toEqual([]);
});

async function openPage(options: Parameters<Browser['newPage']>[0]): Promise<void> {
  page = await setup.browser.newPage(options);
  reported = [];
  page.on('console', (message) => reported.push(message.text()));
  page.on('pageerror', (error) => reported.push(String(error)));
}

const overflows = (): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

describe('the first site', () => {
  test.each(['light', 'dark'] as const)(
    'is read by following its navigation, in a %s scheme',
    async (colorScheme) => {
      await openPage({ viewport: { width: 1280, height: 800 }, colorScheme });
      await page.goto(siteUrl);
      expect(await page.title()).toBe('Lectern · Lectern documentation');
      const picture = page.locator('article img:visible').first();
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
        .toBeGreaterThan(0);
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Install' }).click();
      await poll(() => page.locator('h1').textContent()).toBe('Install');
      expect(new URL(page.url()).pathname).toBe('/lectern-documentation/getting-started/install');
      expect(await page.locator('[aria-current=page]').textContent()).toBe('Install');
      await page.getByRole('link', { name: 'Next' }).click();
      await poll(() => page.locator('h1').textContent()).not.toBe('Install');
      const back = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(back).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(15, 19, 26)');
      expect(await page.locator('.close').isVisible()).toBe(false);
    },
  );

  test('shows where a page is in a long table of contents', async () => {
    await openPage({ viewport: { width: 1280, height: 500 } });
    await page.goto(`${siteUrl}running/reverse-proxy`);
    const isInSight = `(() => {
      const { top, bottom } = document.querySelector('.tree [aria-current=page]').getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    })()`;
    await poll(() => page.evaluate(isInSight)).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  test('is read with the keyboard alone', async () => {
    await openPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(siteUrl);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await poll(() => page.evaluate('document.activeElement.id')).toBe('_content');
  });

  test('fits a narrow screen, where a menu shows its pages', async () => {
    await openPage({ viewport: { width: 360, height: 720 } });
    await page.goto(`${siteUrl}running/reverse-proxy`);
    expect(await overflows()).toBe(false);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await poll(() => pages.isVisible()).toBe(true);
    expect(await overflows()).toBe(false);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await poll(() => pages.isVisible()).toBe(false);
  });

  test('has every page that its navigation lists', async () => {
    await openPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(siteUrl);
    const addresses = await page
      .locator('nav[aria-label=Pages] a')
      .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
    expect(addresses.length).toBeGreaterThan(30);
    const responses = await Promise.all(addresses.map((address) => fetch(address, { redirect: 'manual' })));
    expect(responses.filter(({ status }) => status !== 200).map(({ url }) => url)).toEqual([]);
  });
});
