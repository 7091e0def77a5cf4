/** A site that was built into files, on a host that knows nothing of it: reading, navigation, search, diagrams. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildStaticSite } from '../../apps/sites/static-site/build-static-site.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { testAssets } from '../assets.ts';
import { putContent } from '../content.ts';
import { addSite, addSpace } from '../factories.ts';
import { type StaticServer, startStaticServer } from '../static-server.ts';
import { launchChromium } from './chromium.ts';

const LONG = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of the text.`).join('\n\n');
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200"/></svg>';

let browser: Browser;
let app: TestApp;
let folder: string;
let server: StaticServer;
let context: BrowserContext;
let page: Page;
let reported: string[];
let asked: string[];

/** A busy machine takes its time. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

beforeAll(async () => {
  browser = await launchChromium();
  app = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'lectern-static-'));
  const english = await addSpace(app, { title: 'Manual' });
  await putContent(app, english, {
    'SUMMARY.md':
      '* [Welcome](README.md)\n* [Install](install.md)\n  * [On Linux](install/linux.md)\n* [\\<img src=x onerror=alert(1)\\> trap](trap.md)\n* [Details](details.md)\n* [Diagram](diagram.md)\n',
    'README.md': '# Welcome\n\nRead how to [install](install.md), or [its end](install.md#the-end).\n',
    'install.md': `# Install\n\n\`\`\`sh\nnpm install lantern\n\`\`\`\n\n## The beginning\n\n${LONG}\n\n## The end\n\nLanterns are done.\n`,
    'install/linux.md': '# On Linux\n\nType.\n',
    'trap.md': '# Trap\n\n<script>alert(1)</script> A trap.\n',
    'details.md':
      '# Details\n\n<figure><img src=".gitbook/assets/box.svg" alt="A box"><figcaption></figcaption></figure>\n\n<button type="button" class="button primary" data-action="search" data-query="lantern">Find it</button>\n',
    'diagram.md': '# Diagram\n\n```mermaid\ngraph TD\n  A[One] --> B[Two]\n```\n',
    '.gitbook/assets/box.svg': PICTURE,
    '.gitbook.yaml': 'redirects:\n  old/install: install.md\n',
  });
  const japanese = await addSpace(app, { title: '手引き' });
  await putContent(app, japanese, { 'README.md': '# ようこそ\n\n検索エンジンの設定について。\n' });
  await app.request('PATCH', `/v1/spaces/${japanese}`, { body: { language: 'ja' } });
  const siteId = await addSite(app, { title: 'Docs', spaceIds: [english, japanese], isPublished: true });
  const site = await app.context.pointers.sites.find(siteId);
  if (!site) throw new Error('There is no site.');
  server = await startStaticServer(join(folder, 'site'), '/team/docs/');
  const assets = testAssets();
  await buildStaticSite(app.context, { site, folder: join(folder, 'site'), baseUrl: server.url, assets });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await context.close();
  expect(reported).toEqual([]);
  expect(server.missing.splice(0)).toEqual([]);
  for (const url of asked) expect(url.startsWith(server.url) || url.startsWith('data:'), url).toBe(true);
});

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  reported = [];
  asked = [];
  page.on('console', (message) => reported.push(message.text()));
  page.on('pageerror', (error) => reported.push(String(error)));
  page.on('dialog', (dialog) => {
    reported.push(dialog.message());
    dialog.dismiss();
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server.url + path);
}

const heading = (): Promise<string | null> => page.locator('h1').textContent();
const results = (): Promise<string[]> => page.locator('.search-dialog .search-title').allTextContents();
async function search(query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.search-dialog input').fill(query);
}

describe('a built site', () => {
  test('shows the next page in the same window, with its headings, and goes back', async () => {
    await open('');
    await page.evaluate('window.isSame = true');
    await page.locator('.tree a', { hasText: 'Install' }).click();
    await poll(heading).toBe('Install');
    expect(page.url()).toBe(`${server.url}install/`);
    await page.locator('.tree a', { hasText: 'Welcome' }).click();
    await poll(heading).toBe('Welcome');
    await page.locator('main a', { hasText: 'its end' }).click();
    await poll(() => page.locator('#the-end').isVisible()).toBe(true);
    await page.goBack();
    await poll(heading).toBe('Welcome');
    expect(await page.evaluate('window.isSame === true')).toBe(true);
  });

  test('fetches a page once, although the host says nothing about how long it is good', async () => {
    await open('');
    const link = page.locator('.tree a', { hasText: 'Install' });
    await link.hover();
    const fetched = (): string[] => asked.filter((url) => url === `${server.url}install/`);
    await poll(() => fetched().length).toBe(1);
    await page.waitForLoadState('networkidle');
    await link.click();
    await poll(heading).toBe('Install');
    expect(fetched()).toHaveLength(1);
  });

  test('leads on from old addresses, and to the address with a slash', async () => {
    await open('old/install/');
    await poll(heading).toBe('Install');
    await page.goto(`${server.url}install/linux`);
    expect(page.url()).toBe(`${server.url}install/linux/`);
    expect(await heading()).toBe('On Linux');
  });

  test('has a page for what is not there, which looks like the site', async () => {
    await open('');
    await page.goto(`${server.url}not/there`);
    expect(await heading()).toBe('Page not found');
    expect(await page.evaluate("getComputedStyle(document.querySelector('.bar')).position")).toBe('sticky');
    expect(server.missing.splice(0)).toEqual(['/team/docs/not/there']);
    // The browser reports the status itself.
    expect(reported.splice(0).filter((text) => !text.includes('404'))).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Go to the start page' }).click();
    await poll(heading).toBe('Welcome');
  });

  test('shows pictures and draws diagrams', async () => {
    await open('details/');
    await poll(() => page.evaluate("document.querySelector('main img').naturalWidth")).toBe(300);
    await page.goto(`${server.url}diagram/`);
    await page.locator('main iframe').waitFor();
    await poll(() => page.locator('main [data-diagram] pre').isHidden()).toBe(true);
  });

  test('copies a page as Markdown from its file', async () => {
    await open('install/linux/');
    const href = await page.locator('[data-copy-page]').getAttribute('data-copy-page');
    expect(await (await page.request.get(new URL(href ?? '', server.url).href)).text()).toContain(
      '# On Linux',
    );
  });
});

describe('the search of a built site', () => {
  test('finds pages and sections by forms and beginnings of words, and opens them', async () => {
    await open('');
    await search('lantern');
    await poll(results).toEqual(['Install', 'The end']);
    expect(await page.locator('.search-dialog mark').allTextContents()).toContain('Lanterns');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await poll(() => page.url()).toBe(`${server.url}install/#the-end`);
    await search('lan');
    await poll(results).toContain('Install');
  });

  test('forgives a typo, and says when nothing is found', async () => {
    await open('');
    await search('lantren');
    await poll(results).toContain('Install');
    await page.locator('.search-dialog input').fill('zebra');
    await poll(() => page.locator('.search-note').textContent()).toContain('No results for “zebra”');
  });

  test('finds words in a language without blanks, from its variant', async () => {
    await open('variant-2/');
    await search('設定');
    await poll(results).toEqual(['ようこそ']);
    expect(await page.locator('.search-dialog mark').allTextContents()).toEqual(['設定']);
  });

  test('shows titles as text', async () => {
    await open('');
    await search('trap');
    await poll(results).toContain('<img src=x onerror=alert(1)> trap');
  });

  test('opens from a button in a text, and from the address of its page', async () => {
    await open('details/');
    await page.locator('main button', { hasText: 'Find it' }).click();
    await poll(results).toContain('Install');
    await page.goto(`${server.url}~/search/?q=linux`);
    await poll(results).toContain('On Linux');
  });

  test('loads a few small files', async () => {
    await open('');
    asked = [];
    await search('lantern');
    await poll(results).toContain('Install');
    expect(asked.map((url) => url.slice(server.url.length).replace(/[0-9a-f]{12,}/, '…')).sort()).toEqual([
      '~/assets/static-search-….js',
      '~/index/…/index.json',
      // The beginning and the end of a long page.
      '~/index/…/s0.json',
      '~/index/…/s1.json',
      '~/index/…/t0.json',
      '~/search/index.json',
    ]);
  });
});

describe('without scripts', () => {
  test('all pages are reached, and the search says what it needs', async () => {
    await open('', { javaScriptEnabled: false });
    await page.locator('.tree a', { hasText: 'Install' }).first().click();
    expect(await heading()).toBe('Install');
    await page.locator('.search input').fill('lantern');
    await page.keyboard.press('Enter');
    await poll(heading).toBe('Search');
    expect(await page.locator('main').textContent()).toContain('Search requires JavaScript.');
    await page.goto(`${server.url}old/install/`);
    await poll(heading).toBe('Install');
  });
});
