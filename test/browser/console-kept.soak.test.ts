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

describe('what the service refuses', () => {
  const notice = (writer: Writer) => writer.page.getByRole('alert').filter({ hasText: 'Not saved: ' });
  const copied = (writer: Writer) => writer.page.evaluate<string>('navigator.clipboard.readText()');

  /** The notice has the reason, and a copy of the whole text. */
  async function expectKept(writer: Writer, reason: string, text: string): Promise<void> {
    const shown = notice(writer).filter({ hasText: reason });
    await shown.waitFor(WAIT);
    expect(await shown.textContent()).toContain('Your text is kept in this browser.');
    expect(await writer.content.textContent()).toContain(text);
    await shown.getByRole('button', { name: 'Copy as Markdown' }).click();
    await writer.page.getByText('Markdown copied').waitFor(WAIT);
    expect(await copied(writer)).toContain(text);
  }

  test('because the writer has lost their role is shown with the reason, can be copied, and is saved when they have it again', async () => {
    const { app } = console;
    const user = await addAccount(app, { role: 'admin' });
    const writer = await console.openWriter({ cookie: await openBrowser(app, user.email) });
    const setRole = (role: string) =>
      app.request('PATCH', `/v1/orgs/${app.organizationId}/members/${user.userId}`, { body: { role } });
    const pageId = await console.addPage('Begin');
    await writer.open(pageId);
    expect((await setRole('read')).statusCode).toBeLessThan(300);
    await writer.clickAfter('Begin');
    await writer.type(' demoted');
    await expectKept(writer, 'Your role does not allow this', 'Begin demoted');
    expect(await console.source(pageId)).not.toContain('demoted');
    await setRole('admin');
    await notice(writer).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => console.source(pageId), WAIT).toContain('Begin demoted');
    await writer.close();
  });

  test('because it is too large is shown with the reason, can be copied, and is saved when it is accepted', async () => {
    const pageId = await console.addPage('Begin');
    await ada.open(pageId);
    let isAccepted = false;
    await ada.page.route('**/v1/spaces/*/content', async (route) => {
      if (isAccepted || route.request().method() !== 'POST') return route.fallback();
      const error = { code: 413, message: 'The body is too large.', reason: 'payload-too-large' };
      return route.fulfill({ status: 413, json: { error } });
    });
    await ada.clickAfter('Begin');
    await ada.type(' large');
    await expectKept(ada, 'too large', 'Begin large');
    isAccepted = true;
    await notice(ada).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => console.source(pageId), WAIT).toContain('Begin large');
  });

  test('because the change request was merged meanwhile is shown with the reason, and can be copied', async () => {
    const space = `/v1/spaces/${console.spaceId}`;
    const pageId = await console.addPage('Begin');
    const { id, number } = (
      await console.app.request('POST', `${space}/change-requests`, { body: { subject: 'Merged' } })
    ).json();
    await ada.open(pageId);
    await ada.page.goto(`${console.origin}/app/s/${console.spaceId}/change-requests/${number}/${pageId}`);
    await ada.content.waitFor(WAIT);
    await ada.clickAfter('Begin');
    await ada.type(' first');
    await ada.edited();
    await ada.context.setOffline(true);
    await ada.type(' late');
    const merged = await console.app.request('POST', `${space}/change-requests/${id}/merge`, { body: {} });
    expect(merged.statusCode, merged.body).toBe(200);
    await ada.context.setOffline(false);
    await expectKept(ada, 'This change request is closed', 'Begin first late');
    expect(await console.source(pageId)).toMatch(/Begin first\s*$/);
  });

  test('because its page is gone is shown at each visit after the tab is closed, until it is discarded', async () => {
    const pageId = await console.addPage('Begin');
    await bob.open(pageId);
    await bob.context.setOffline(true);
    await bob.clickAfter('Begin');
    await bob.type(' **left**');
    await status(bob, 'Not saved: offline').waitFor(WAIT);
    await bob.page.close();
    await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
      body: { changes: [{ operation: 'delete_page', page: pageId }] },
    });
    await bob.context.setOffline(false);
    const other = await console.addPage('Other');
    const told = () => bob.page.getByRole('alert').filter({ hasText: '1 text of yours could not be saved' });
    const dialog = () => bob.page.getByRole('dialog', { name: 'Texts that could not be saved' });
    for (const visit of [1, 2]) {
      await bob.open(other);
      await told().waitFor(WAIT);
      await told().getByRole('button', { name: 'Show' }).click();
      await expect.poll(() => dialog().getByRole('textbox').inputValue(), WAIT).toContain('Begin **left**');
      expect(await dialog().textContent()).toContain('This page no longer exists.');
      if (visit === 1) {
        await dialog().getByRole('button', { name: 'Copy as Markdown' }).click();
        await bob.page.getByText('Markdown copied').waitFor(WAIT);
      } else await dialog().getByRole('button', { name: 'Discard' }).click();
    }
    await dialog().waitFor({ state: 'detached' });
    expect(await copied(bob)).toContain('Begin **left**');
    await bob.open(other);
    await bob.page.waitForTimeout(5000);
    expect(await told().count()).toBe(0);
  });
});

test('is still saved, with a warning, when the browser’s database is full', async () => {
  const pageId = await console.addPage('Begin');
  const writer = await console.openWriter();
  await writer.context.addInitScript(`IDBObjectStore.prototype.put = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };`);
  await writer.open(pageId);
  await writer.clickAfter('Begin');
  await writer.type(' full');
  await expect.poll(() => console.source(pageId), WAIT).toContain('Begin full');
  await writer.saved();
  // The warning stays until something could be kept.
  await writer.page.getByRole('alert').filter({ hasText: 'cannot keep unsaved text' }).waitFor(WAIT);
  await writer.type(' again');
  await expect.poll(() => console.source(pageId), WAIT).toContain('Begin full again');
  await writer.close();
});

test('in two tabs of one page, one of them offline, is saved in both', async () => {
  const pageId = await console.addPage('First\n\nSecond');
  await ada.open(pageId);
  const online = ada.page;
  const offline = await ada.context.newPage();
  await offline.goto(online.url());
  await offline.getByRole('textbox', { name: 'Page content' }).waitFor();
  await offline.route('**/v1/**', (route) => route.abort());
  ada.page = offline;
  await ada.clickAfter('Second');
  await ada.type(' offline');
  await status(ada, 'Not saved: offline').waitFor(WAIT);
  ada.page = online;
  await online.bringToFront();
  await ada.clickAfter('First');
  await ada.type(' online');
  await expect.poll(() => console.source(pageId), WAIT).toContain('First online');
  expect(await console.source(pageId)).not.toContain('offline');
  await offline.unroute('**/v1/**');
  await expect.poll(() => console.source(pageId), WAIT).toMatch(/First online\n\nSecond offline\s*$/);
  await offline.close();
  await expect.poll(() => ada.content.textContent(), WAIT).toContain('Second offline');
});
