/** Streams of events in a browser: by its session, across a restart of the service, and shared by its tabs. */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../app.ts';
import { addMember, addSpace } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { openBrowser } from '../signed-in.ts';
import { launchChromium } from './chromium.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const WAIT = { timeout: 60_000, interval: 50 };
/** More than a browser opens connections to one host. */
const TABS = 8;

let browser: Browser;
/** Writes. */
let app: TestApp;
/** Serves the browser, and is stopped and started again. */
let served: TestApp;
let baseUrl: string;
let port: number;
let context: BrowserContext;
let spaceId: string;

async function serve(): Promise<void> {
  served = await buildTestApp({ beside: app, isListening: true, config: { baseUrl } });
  await served.server.listen({ port, host: '127.0.0.1' });
}

beforeAll(async () => {
  browser = await launchChromium();
  port = await findFreePort();
  baseUrl = `http://127.0.0.1:${port}`;
  app = await buildTestApp({ config: { baseUrl } });
  await serve();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
  await app?.close();
});
beforeEach(async () => {
  spaceId = await addSpace(app);
  const { userId } = await addMember(app, { role: 'edit' });
  const { cookie } = await openBrowser(served, { userId });
  const [name, value] = cookie.split(/=(.*)/s) as [string, string];
  context = await browser.newContext();
  await context.addCookies([{ name, value, url: baseUrl }]);
  await context.route(`${baseUrl}/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A page</title>' }),
  );
});
afterEach(() => context.close());

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/page`);
  await page.evaluate('globalThis.heard = []');
  return page;
}

async function edit(): Promise<string> {
  const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().revision;
}

const revisionsIn = (page: Page): Promise<string[]> =>
  page.evaluate("heard.filter(({ type }) => type === 'content').map(({ revision }) => revision)");
const opensIn = (page: Page): Promise<number> =>
  page.evaluate("heard.filter(({ type }) => type === 'open').length");

it('hears by its session, and goes on with Last-Event-ID after the service was restarted', async () => {
  const page = await openPage();
  await page.evaluate(`
    globalThis.events = new EventSource('/v1/spaces/${spaceId}/events');
    for (const type of ['open', 'reset', 'content'])
      events.addEventListener(type, ({ data }) => data && heard.push(JSON.parse(data)));
  `);
  await expect.poll(() => opensIn(page), WAIT).toBe(1);
  const revisions = [await edit()];
  await expect.poll(() => revisionsIn(page), WAIT).toEqual(revisions);
  await served.close();
  revisions.push(await edit(), await edit());
  await serve();
  await expect.poll(() => revisionsIn(page), WAIT).toEqual(revisions);
  revisions.push(await edit());
  await expect.poll(() => revisionsIn(page), WAIT).toEqual(revisions);
  expect(await opensIn(page)).toBe(2);
  expect(await page.evaluate("heard.some(({ type }) => type === 'reset')")).toBe(false);
});

it('shares one stream among its tabs as the documentation shows, and each hears everything once', async () => {
  const docs = await readFile(new URL('../../docs/api/events.md', import.meta.url), 'utf8');
  const [shared] = /function listenTogether[\s\S]+?\n\}\n/.exec(docs) as RegExpExecArray;
  const pages: Page[] = [];
  while (pages.length < TABS) {
    const page = await openPage();
    await page.evaluate(
      `(() => { ${shared} listenTogether('${spaceId}', (event) => heard.push(event)); })()`,
    );
    pages.push(page);
    if (pages.length === 1) await expect.poll(() => opensIn(page), WAIT).toBe(1);
  }
  const revisions = [await edit(), await edit()];
  for (const page of pages) await expect.poll(() => revisionsIn(page), WAIT).toEqual(revisions);
  // All tabs can still make requests.
  for (const page of pages)
    expect(await page.evaluate(`fetch('/v1/spaces/${spaceId}').then(({ status }) => status)`)).toBe(200);
  const metrics = await served.request('GET', '/metrics');
  expect(metrics.body).toMatch(/^lectern_event_streams 1$/m);
  await pages.shift()?.close();
  revisions.push(await edit(), await edit());
  for (const page of pages) await expect.poll(() => revisionsIn(page), WAIT).toEqual(revisions);
});
