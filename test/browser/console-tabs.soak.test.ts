/** Tabs of one browser, and tabs that an upgrade has left behind. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readJournal } from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  // Requests that a worker sends cannot be changed.
  writer = await console.openWriter({ hasWorker: false });
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});

const WAIT = { timeout: 20_000 };
const open = (pageId: string) => writer.page.goto(`${console.origin}/app/s/${console.spaceId}/${pageId}`);

/** Answers as the service of a later release does. */
async function upgrade(): Promise<void> {
  await writer.context.route('**/app', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/main-[\w-]+\.js/, 'main-Later.js');
    await route.fulfill({ response, body });
  });
}

test('a tab of an old release hears of the upgrade, and goes on saving', async () => {
  const pageId = await console.addPage('Begin');
  await writer.open(pageId);
  await writer.clickAfter('Begin');
  await upgrade();
  await writer.context.setOffline(true);
  await writer.type(' offline');
  await writer.page.getByRole('status', { name: 'Not saved: offline' }).waitFor();
  await writer.context.setOffline(false);
  const notice = writer.page.getByRole('status', { name: 'Connection' });
  await notice.getByText('newer version').waitFor(WAIT);
  await writer.type(' later');
  await writer.saved();
  expect(await console.source(pageId)).toMatch(/Begin offline later\s*$/);
  await writer.context.unroute('**/app');
  await writer.type(' last');
  const isLoaded = writer.page.waitForEvent('load', WAIT);
  await notice.getByRole('button', { name: 'Reload' }).click();
  // A tab that is closed while it is loaded again may stay open for good.
  await isLoaded;
  await writer.content.getByText('Begin offline later last').waitFor(WAIT);
  await writer.saved();
  expect(await console.source(pageId)).toMatch(/Begin offline later last\s*$/);
});

test('a part that is gone after an upgrade loads the tab again, and no word is lost', async () => {
  const pageId = await console.addPage('Begin');
  await writer.open(pageId);
  await writer.clickAfter('Begin');
  await upgrade();
  await writer.context.route('**/app/assets/settings-panel-*', (route) => route.fulfill({ status: 404 }));
  await writer.type(' kept');
  const isLoaded = writer.page.waitForEvent('load', WAIT);
  await writer.page.getByRole('button', { name: 'Page settings' }).click();
  await isLoaded;
  await writer.context.unroute('**/app');
  await writer.content.getByText('Begin kept').waitFor(WAIT);
  await writer.saved();
  // It is not loaded again and again: whoever asks for the part hears what to do.
  await writer.page.getByRole('button', { name: 'Page settings' }).click();
  await writer.page.getByText('new version of Lectern').waitFor(WAIT);
  await writer.context.unroute('**/app/assets/settings-panel-*');
  await open(pageId);
  await writer.content.getByText('Begin kept').waitFor(WAIT);
  expect(await console.source(pageId)).toMatch(/Begin kept\s*$/);
});

test('a part that a view can do without may fail to load', async () => {
  const pageId = await console.addPage('Begin');
  let aborted = 0;
  await writer.context.route('**/app/assets/maintenance-bar-*', (route) => {
    aborted += 1;
    return route.abort();
  });
  await writer.open(pageId);
  await writer.clickAfter('Begin');
  await vi.waitUntil(() => aborted > 0, WAIT);
  await writer.type(' and go on');
  await writer.saved();
  await writer.context.unroute('**/app/assets/maintenance-bar-*');
  expect(await console.source(pageId)).toMatch(/Begin and go on\s*$/);
});

test('two tabs of one page: one writes, the other follows, and goes on when the first is closed', async () => {
  const pageId = await console.addPage('Begin\n\nEnd\n');
  await writer.open(pageId);
  const first = writer.page;
  const second = await writer.context.newPage();
  writer.page = second;
  await open(pageId);
  await writer.content.getByText('End').waitFor();
  writer.page = first;
  await first.bringToFront();
  await writer.clickAfter('Begin');
  await writer.type(' one');
  writer.page = second;
  await writer.content.getByText('Begin one').waitFor(WAIT);
  await second.bringToFront();
  await writer.clickAfter('End');
  await writer.type(' two');
  await writer.saved();
  writer.page = first;
  await writer.content.getByText('End two').waitFor(WAIT);
  await first.bringToFront();
  await writer.clickAfter('one');
  // Closed while only the journal has it.
  await first.route('**/content', () => undefined);
  await writer.type(' three');
  await expect.poll(() => first.evaluate(readJournal), WAIT).toContain('Begin one three');
  await first.close();
  writer.page = second;
  await writer.content.getByText('Begin one three').waitFor(WAIT);
  await writer.clickAfter('two');
  await writer.type(' four');
  await expect.poll(() => console.source(pageId), WAIT).toMatch(/Begin one three\n\nEnd two four\s*$/);
  await writer.saved();
});
