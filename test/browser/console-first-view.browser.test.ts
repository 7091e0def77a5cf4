/** What the console requests and runs before the text of a page is there, and while somebody types: counted, not timed. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  // Requests that a worker sends are not seen.
  writer = await console.openWriter({ hasWorker: false });
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});

/** Notes what was requested, and whether the page tree was there, when the text appeared. */
const NOTE_TEXT = `new MutationObserver((_, observer) => {
  if (!document.querySelector('[role="textbox"][aria-label="Page content"] > p')) return;
  observer.disconnect();
  window.__before = {
    requests: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    hasTree: document.querySelector('aside h2') !== null,
  };
}).observe(document, { childList: true, subtree: true });`;

interface Before {
  requests: string[];
  hasTree: boolean;
}

test('the text of a page waits for nothing but what its document names, and not for the page tree', async () => {
  const pageId = await console.addPage('Text');
  await writer.context.addInitScript(NOTE_TEXT);
  await writer.open(pageId);
  await writer.page.getByRole('tree').waitFor();
  const { requests, hasTree } = await writer.page.evaluate<Before>('window.__before');
  const named = await writer.page.evaluate<string[]>(
    `[...document.querySelectorAll('link[href], script[src]')].map((one) => new URL(one.href || one.src).pathname)`,
  );
  expect(hasTree).toBe(false);
  expect(requests.filter((path) => !named.includes(path))).toEqual([]);
  const space = `/v1/spaces/${console.spaceId}`;
  const page = `${space}/content/page/${pageId}`;
  const asked = requests.filter((path) => path.startsWith('/v1/'));
  expect(asked).toContain(page);
  // Others run beside it, and the list of organizations may begin later.
  const beside = ['/v1/orgs', '/v1/session', space, page, `${space}/content/tree`];
  expect(asked.filter((path) => !beside.includes(path))).toEqual([]);
});

const KEYS = 60;
const KEY_MS = 50;
const RESPONSE_MS = 250;
/** The longest time between the first change and its save. */
const SAVE_MS = 1500;

test('typing saves at pauses and every second and a half, and draws nothing around the text again', async () => {
  const pageId = await console.addPage('Begin');
  await writer.open(pageId);
  await writer.page.getByRole('tree').waitFor();
  await writer.clickAfter('Begin');
  await writer.page.evaluate(`new MutationObserver((records) => {
    window.__redrawn = (window.__redrawn ?? 0) + records.length;
  }).observe(document.querySelector('aside'), { childList: true, subtree: true, attributes: true, characterData: true })`);
  // The stream tells of a save before its response arrives.
  await writer.page.route('**/content', async (route) => {
    const response = await route.fetch();
    await setTimeout(RESPONSE_MS);
    await route.fulfill({ response });
  });
  let saves = 0;
  writer.page.on('request', (request) => {
    saves += Number(request.method() === 'POST' && request.url().endsWith('/content'));
  });
  const startedAt = performance.now();
  await writer.page.keyboard.type('x'.repeat(KEYS), { delay: KEY_MS });
  const typedFor = performance.now() - startedAt;
  await writer.saved();
  expect(saves).toBeGreaterThan(0);
  expect(saves).toBeLessThanOrEqual(Math.ceil(typedFor / SAVE_MS) + 1);
  expect(await writer.page.evaluate('window.__redrawn ?? 0')).toBe(0);
  expect(await console.source(pageId)).toContain(`Begin${'x'.repeat(KEYS)}`);
});
