/** What the console requests and runs before the text of a page is there, and while somebody types: counted, not timed. */
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
  // What was opened is noted after a while, which may be before the text on a busy machine.
  const waited = requests.filter((path) => path !== '/v1/user/recent');
  expect(waited.filter((path) => !named.includes(path))).toEqual([]);
  const space = `/v1/spaces/${console.spaceId}`;
  expect(waited.filter((path) => path.startsWith('/v1/')).sort()).toEqual(
    ['/v1/orgs', '/v1/session', space, `${space}/content/page/${pageId}`, `${space}/content/tree`].sort(),
  );
});

const KEYS = 60;
const KEY_MS = 50;
/** The longest time between the first change and its save. */
const SAVE_MS = 1500;
/** The pause after which a save begins. A busy browser makes pauses that nobody made. */
const IDLE_MS = 800;

/** Counts the pauses between changes of the text. */
const COUNT_PAUSES = `{
  let last = performance.now();
  window.__pauses = 0;
  document.addEventListener('input', () => {
    const now = performance.now();
    window.__pauses += Number(now - last >= ${IDLE_MS});
    last = now;
  }, true);
}`;

test('typing saves at pauses and every second and a half, and draws nothing around the text again', async () => {
  const pageId = await console.addPage('Begin');
  await writer.open(pageId);
  await writer.page.getByRole('tree').waitFor();
  await writer.clickAfter('Begin');
  await writer.page.evaluate(`new MutationObserver((records) => {
    window.__redrawn = (window.__redrawn ?? 0) + records.length;
  }).observe(document.querySelector('aside'), { childList: true, subtree: true, attributes: true, characterData: true })`);
  await writer.page.evaluate(COUNT_PAUSES);
  // A request that is repeated because its response is late is the same save.
  const saves = new Set<string | undefined>();
  writer.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/content'))
      saves.add(request.headers()['idempotency-key']);
  });
  const startedAt = performance.now();
  await writer.page.keyboard.type('x'.repeat(KEYS), { delay: KEY_MS });
  const typedFor = performance.now() - startedAt;
  await writer.saved();
  const pauses = await writer.page.evaluate<number>('window.__pauses');
  expect(saves.size).toBeGreaterThan(0);
  // A busy machine sends more, but never one for each key.
  expect(saves.size).toBeLessThanOrEqual(Math.max(Math.ceil(typedFor / SAVE_MS) + 1 + pauses, KEYS / 4));
  expect(await writer.page.evaluate('window.__redrawn ?? 0')).toBe(0);
  expect(await console.source(pageId)).toContain(`Begin${'x'.repeat(KEYS)}`);
});
