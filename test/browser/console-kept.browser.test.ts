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

describe('in the Markdown of a page', () => {
  const source = (writer: Writer) => writer.page.getByRole('textbox', { name: 'Markdown of the page' });

  async function openSource(markdown: string): Promise<string> {
    const pageId = await console.addPage(markdown);
    await ada.open(pageId);
    await ada.page.getByRole('tab', { name: 'Markdown' }).click();
    await source(ada).focus();
    await ada.press('Control+End');
    return pageId;
  }
  const write = (pageId: string, markdown: string) =>
    console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
      body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown } }] },
    });

  test('offline, it survives the tab, and is saved by whichever page is opened next', async () => {
    const pageId = await openSource('Begin\n');
    await ada.context.setOffline(true);
    await ada.type('kept\n');
    await status(ada, 'Not saved: offline').waitFor(WAIT);
    await ada.page.close();
    await ada.context.setOffline(false);
    await ada.open(await console.addPage('Other'));
    await expect.poll(() => console.source(pageId), WAIT).toMatch(/Begin\nkept\n$/);
  });

  test('it is merged with what others write elsewhere in the page', async () => {
    const pageId = await openSource('First\n\nSecond\n\nLast\n');
    await ada.type('one');
    await ada.edited();
    await write(pageId, (await console.source(pageId)).replace('First', 'First of Bob'));
    await ada.type(' two');
    await expect.poll(() => console.source(pageId), WAIT).toContain('one two');
    await ada.saved();
    await expect.poll(() => source(ada).textContent(), WAIT).toContain('First of Bob');
    await ada.type(' three');
    await expect.poll(() => console.source(pageId), WAIT).toContain('one two three');
    expect(await console.source(pageId)).toContain('First of Bob');
  });

  test('the same words are shown in a card, and the writer decides', async () => {
    const pageId = await openSource('The end');
    await ada.context.setOffline(true);
    await ada.type(' of Ada');
    await status(ada, 'Not saved: offline').waitFor(WAIT);
    await write(pageId, (await console.source(pageId)).replace('The end', 'The end of Bob'));
    await ada.context.setOffline(false);
    const card = cardOf(ada);
    await card.waitFor(WAIT);
    expect(await card.textContent()).toContain('The end of Bob');
    expect(await console.source(pageId)).toContain('The end of Bob');
    await card.getByRole('button', { name: 'Keep yours' }).click();
    await ada.saved();
    expect(await console.source(pageId)).toContain('The end of Ada');
  });
});
