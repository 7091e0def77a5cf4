/** What somebody has typed stays theirs: whoever else writes, signs in, or deletes the page meanwhile. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAccount, openBrowser } from '../accounts.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let ada: Writer;
let bob: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  [ada, bob] = await Promise.all([console.openWriter(), console.openWriter()]);
});
afterAll(async () => {
  await ada?.close();
  await bob?.close();
  await console?.close();
});

const WAIT = { timeout: 60_000 };
const status = (writer: Writer, name: string | RegExp) => writer.page.getByRole('status', { name }).first();
const cardOf = (writer: Writer) => writer.page.getByRole('region', { name: 'Conflict' });

const readPage = async (pageId: string) =>
  (await console.app.request('GET', `/v1/spaces/${console.spaceId}/content/page/${pageId}`)).json();

/** Ada sets the fields while Bob cannot hear of it, and Bob then sets others. */
async function changeBoth(field: 'Page title' | 'Page description'): Promise<string> {
  const pageId = await console.addPage('Begin');
  await Promise.all([ada.open(pageId), bob.open(pageId)]);
  await bob.context.setOffline(true);
  await ada.page.getByRole('textbox', { name: field }).fill('Of Ada');
  await ada.edited();
  await bob.page.getByRole('textbox', { name: field }).fill('Of Bob');
  await status(bob, 'Not saved: offline').waitFor(WAIT);
  await bob.context.setOffline(false);
  await cardOf(bob).waitFor(WAIT);
  return pageId;
}

describe.each([
  ['Page title', 'title'],
  ['Page description', 'description'],
] as const)('a %s that two people change at once', (label, field) => {
  test('is shown with both texts, and the writer’s own is kept if they want that', async () => {
    const pageId = await changeBoth(label);
    const card = cardOf(bob);
    expect(await card.textContent()).toContain('Of Ada');
    expect(await card.textContent()).toContain('Of Bob');
    expect((await readPage(pageId))[field]).toBe('Of Ada');
    await status(bob, 'Not saved: conflict').waitFor(WAIT);
    await card.getByRole('button', { name: 'Keep yours' }).click();
    await bob.saved();
    expect((await readPage(pageId))[field]).toBe('Of Bob');
    expect(await card.count()).toBe(0);
  });

  test('gives way to the other one if the writer wants that', async () => {
    const pageId = await changeBoth(label);
    await cardOf(bob).getByRole('button', { name: 'Keep theirs' }).click();
    await bob.saved();
    expect((await readPage(pageId))[field]).toBe('Of Ada');
    expect(await bob.page.getByRole('textbox', { name: label }).inputValue()).toBe('Of Ada');
  });
});

test('text typed beside a title in conflict is saved meanwhile', async () => {
  const pageId = await changeBoth('Page title');
  await bob.clickAfter('Begin');
  await bob.type(' beside');
  await expect.poll(() => console.source(pageId), WAIT).toMatch(/Begin beside\s*$/);
  await cardOf(bob).getByRole('button', { name: 'Keep theirs' }).click();
  await bob.saved();
});

test('different settings that two people change at once are both kept, without a question', async () => {
  const pageId = await console.addPage('Begin');
  await Promise.all([ada.open(pageId), bob.open(pageId)]);
  await bob.context.setOffline(true);
  await ada.title.fill('Only the title');
  await ada.edited();
  await bob.page.getByRole('textbox', { name: 'Page description' }).fill('Only the description');
  await status(bob, 'Not saved: offline').waitFor(WAIT);
  await bob.context.setOffline(false);
  await bob.saved();
  expect(await readPage(pageId)).toMatchObject({
    title: 'Only the title',
    description: 'Only the description',
  });
  expect(await cardOf(bob).count()).toBe(0);
});

test('is never saved as the text of another person who signs in', async () => {
  const pageId = await console.addPage('Begin');
  await ada.open(pageId);
  const cookies = await ada.context.cookies();
  await ada.context.setOffline(true);
  await ada.clickAfter('Begin');
  await ada.type(' of Ada');
  await status(ada, 'Not saved: offline').waitFor(WAIT);
  const other = await addAccount(console.app, { role: 'admin' });
  const [name = '', value = ''] = (await openBrowser(console.app, other.email)).split('=');
  await ada.context.addCookies([{ name, value, url: console.origin }]);
  const reloaded = ada.page.waitForEvent('load', WAIT);
  await ada.context.setOffline(false);
  await reloaded;
  await ada.content.waitFor(WAIT);
  await ada.saved();
  expect(await ada.content.textContent()).not.toContain('of Ada');
  // Longer than what closed tabs have left waits.
  await ada.page.waitForTimeout(5000);
  expect(await console.source(pageId)).not.toContain('of Ada');
  await ada.context.addCookies(cookies);
  await ada.open(pageId);
  await expect.poll(() => console.source(pageId), WAIT).toContain('Begin of Ada');
  await ada.saved();
});

test('stays in the editor when somebody else deletes the page, and the writer hears why it is not saved', async () => {
  const pageId = await console.addPage('Begin');
  await ada.open(pageId);
  await ada.context.setOffline(true);
  await ada.clickAfter('Begin');
  await ada.type(' kept');
  await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
    body: { changes: [{ operation: 'delete_page', page: pageId }] },
  });
  await ada.context.setOffline(false);
  await status(ada, /^Not saved: (?!offline)/).waitFor(WAIT);
  expect(await ada.content.textContent()).toContain('Begin kept');
});
