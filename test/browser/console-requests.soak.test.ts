import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AddedUser, addMember, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';
import type { WatchedPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let console_: OpenConsole;
let spaceId: string;
let otherSpaceId: string;
let pageId: string;
let ada: AddedUser;
let bob: AddedUser;

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, as = ada) {
  const response = await console_.app.request(method, url, { ...(body ? { body } : {}), token: as.token });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

/** An open change request of Ada’s. Returns its address in the API. */
async function addRequest(subject: string, { space = spaceId, as = ada } = {}): Promise<string> {
  const { urls } = await send('POST', `/v1/spaces/${space}/change-requests`, { subject }, as);
  const url = new URL(urls.location).pathname;
  await send('PATCH', url, { status: 'open' }, as);
  return url;
}

beforeAll(async () => {
  console_ = await openConsole();
  const { app } = console_;
  ada = await addMember(app, { role: 'edit', displayName: 'Ada' });
  bob = await addMember(app, { role: 'review', displayName: 'Bob' });
  spaceId = await addSpace(app, { title: 'Guides' });
  otherSpaceId = await addSpace(app, { title: 'Reference' });
  const changes = [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Words.\n' } }];
  pageId = (await send('POST', `/v1/spaces/${spaceId}/content`, { changes })).changes[0].page.id;
  const first = await addRequest('Explain the upgrade');
  await send('POST', `${first}/requested-reviewers`, { users: [bob.userId] });
  const second = await addRequest('Name all options');
  await send('POST', `${second}/comments`, { body: { markdown: `Look, [Bob](/users/${bob.userId}).` } });
  await send('POST', `${second}/reviews`, { status: 'changes-requested' }, bob);
  await addRequest('', { as: bob });
  await addRequest('Correct the types', { space: otherSpaceId });
});
afterAll(() => console_?.close());

const listOf = (page: Page, name = 'Change requests'): Locator =>
  page.getByRole('list', { name, exact: true });
const subjectsOf = async (page: Page): Promise<string[]> =>
  (await listOf(page).getByRole('listitem').getByRole('link').allTextContents()).map((text) =>
    text.replace('Unread: ', ''),
  );
const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate<string>(`document.activeElement?.textContent.replace('Unread: ', '') ?? ''`);

async function open(
  path: string,
  {
    as = bob,
    width = 1440,
    scheme = 'light',
  }: { as?: AddedUser; width?: number; scheme?: 'light' | 'dark' } = {},
): Promise<WatchedPage> {
  const watched = await console_.open({ token: as.token, width, scheme });
  await watched.page.goto(`${console_.baseUrl}/app${path}`);
  return watched;
}

describe.each([1440, 360])('at %i px', (width) => {
  it('the list of a space says what each change request is, and the quick views and filters choose', async () => {
    const { page, context, takeEvents } = await open(`/s/${spaceId}/change-requests`, { width });
    await listOf(page).waitFor();
    expect(await subjectsOf(page)).toEqual(['No subject', 'Name all options', 'Explain the upgrade']);
    const item = listOf(page).getByRole('listitem').filter({ hasText: 'Name all options' });
    for (const words of ['Open', '#2', 'Ada', 'updated', '1 open comment', 'Bob requested changes'])
      expect(await item.textContent()).toContain(words);
    await page.getByText('3 change requests').waitFor();

    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'To review' }).click();
    await expect.poll(() => subjectsOf(page)).toEqual(['Explain the upgrade']);
    await views.getByRole('link', { name: 'Mentioned' }).click();
    await expect.poll(() => subjectsOf(page)).toEqual(['Name all options']);
    await views.getByRole('link', { name: 'Mine' }).click();
    await expect.poll(() => subjectsOf(page)).toEqual(['No subject']);
    await page.goBack();
    await expect.poll(() => subjectsOf(page)).toEqual(['Name all options']);
    await page.goForward();
    await expect.poll(() => subjectsOf(page)).toEqual(['No subject']);

    // Ada has done the last of everything, and Bob has not looked at it.
    await views.getByRole('link', { name: /^Unread/ }).click();
    await expect.poll(() => subjectsOf(page)).toEqual(['Name all options', 'Explain the upgrade']);
    await views.getByRole('link', { name: 'All' }).click();
    await page.getByRole('combobox', { name: 'Author' }).selectOption('Ada');
    await expect.poll(() => subjectsOf(page)).toEqual(['Name all options', 'Explain the upgrade']);
    await page.getByRole('searchbox', { name: 'Subject or number' }).fill('#1');
    await expect.poll(() => subjectsOf(page)).toEqual(['Explain the upgrade']);
    await page.reload();
    await listOf(page).waitFor();
    expect(await subjectsOf(page)).toEqual(['Explain the upgrade']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => subjectsOf(page)).toHaveLength(3);
    await page.getByRole('combobox', { name: 'State' }).selectOption('Merged');
    await page.getByRole('heading', { name: 'No change request matches' }).waitFor();
    expect(takeEvents()).toEqual([]);
    await context.close();
  });

  it('the inbox names the space of each change request', async () => {
    const { page, context } = await open(`/o/${console_.app.organizationId}/change-requests`, { width });
    await listOf(page).waitFor();
    const item = listOf(page).getByRole('listitem').filter({ hasText: 'Correct the types' });
    expect(await item.textContent()).toContain('Reference');
    await context.close();
  });

  it('notifications say what mails say, are marked, and are turned off', async () => {
    const { page, context, takeEvents } = await open('/notifications', { width });
    const list = listOf(page, 'Notifications');
    await list.waitFor();
    const texts = await list.getByRole('listitem').getByRole('link').allTextContents();
    expect(texts.map((text) => text.replace('Unread: ', ''))).toEqual([
      'Ada mentioned you in change request 2',
      'Ada requests your review of change request 1',
    ]);
    const bell = page.getByRole('link', { name: /^Notifications, \d+ unread$/, includeHidden: true });
    const { count } = await send('GET', '/v1/user/notifications?unread=true', undefined, bob);
    if (count === 0) await list.getByRole('button', { name: 'Mark as unread' }).first().click();
    await expect.poll(() => bell.count()).toBe(1);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => bell.count()).toBe(0);
    await page.getByRole('link', { name: 'Unread', exact: true }).click();
    await page.getByRole('heading', { name: 'Everything is read' }).waitFor();
    await page.getByRole('link', { name: 'Mentions' }).click();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);

    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const mail = page.getByRole('checkbox', { name: 'Send by email: your change request is merged' });
    const wanted = !(await mail.isChecked());
    await mail.setChecked(wanted);
    const preferences = () => send('GET', '/v1/user/notification-preferences', undefined, bob);
    await expect.poll(async () => (await preferences()).merged.mail).toBe(wanted);
    expect(takeEvents()).toEqual([]);
    await context.close();
  });

  it.each(['light', 'dark'] as const)('every view is accessible in the %s scheme', async (scheme) => {
    const { organizationId } = console_.app;
    const empty = await addSpace(console_.app, { title: 'Empty' });
    const watched = await open('/notifications', { width, scheme });
    const { page, context } = watched;
    const views: [path: string, shown: Locator][] = [
      ['/notifications', listOf(page, 'Notifications')],
      ['/notifications?view=preferences', page.getByRole('table')],
      [`/s/${spaceId}/change-requests`, listOf(page)],
      [`/s/${empty}/change-requests`, page.getByRole('heading', { name: 'No change requests yet' })],
      [`/s/${empty}/change-requests?view=review`, page.getByRole('heading', { name: 'Nothing waits' })],
      [`/o/${organizationId}/change-requests`, listOf(page)],
    ];
    for (const [path, shown] of views) {
      await page.goto(`${console_.baseUrl}/app${path}`);
      await shown.waitFor();
      expect(await auditPage(page), path).toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, path).toBeLessThanOrEqual(0);
      if (process.env.LECTERN_LOOK)
        await page.screenshot({
          path: `${process.env.LECTERN_LOOK}/${width}-${scheme}-${path.replace(/[^a-z]+/g, '-').slice(0, 60)}.png`,
        });
    }
    await context.close();
  });
});

describe('the change requests of a page', () => {
  it('are found from the page and in the inbox, say what checks and reviews found, and are one of all again', async () => {
    const space = await addSpace(console_.app, { title: 'Handbook' });
    const { changes } = await send('POST', `/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Words.\n' } }],
    });
    const page_ = changes[0].page.id;
    const other = await addRequest('Something else', { space });
    const one = await addRequest('Correct the words', { space });
    const edit = { operation: 'update_page', page: page_, document: { markdown: 'Other words.\n' } };
    await send('POST', `${one}/content`, { changes: [edit] });
    await send('POST', `${one}/checks`, { name: 'build', status: 'failed' }, bob);
    await send('POST', `${other}/checks`, { name: 'build', status: 'passed' }, bob);
    await send('POST', `${other}/reviews`, { status: 'approved' }, bob);
    const { page, context, takeEvents } = await open(`/s/${space}/${page_}`, { as: ada });
    await page.getByRole('link', { name: 'Change requests that change this page (1)' }).click();
    await expect.poll(() => subjectsOf(page)).toEqual(['Correct the words']);
    await listOf(page).getByText('1 check failed').waitFor();
    await page.getByRole('link', { name: 'Changes the page “Install”' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('page')).toBe(page_);
    await page.getByRole('button', { name: 'Do not filter by the page “Install”' }).click();
    await expect.poll(() => subjectsOf(page)).toEqual(['Correct the words', 'Something else']);
    const item = listOf(page).getByRole('listitem').filter({ hasText: 'Something else' });
    expect(await item.textContent()).toContain('All checks passed');
    expect(await item.textContent()).toContain('Approved');
    const inbox = `/o/${console_.app.organizationId}/change-requests?space=${space}&page=${page_}`;
    await page.goto(`${console_.baseUrl}/app${inbox}`);
    await expect.poll(() => subjectsOf(page)).toEqual(['Correct the words']);
    expect(takeEvents()).toEqual([]);
    await context.close();
  });
});

describe('a notification', () => {
  it('is heard within two seconds wherever one is, by the bell and the lists', async () => {
    const space = await addSpace(console_.app, { title: 'Elsewhere' });
    const eve = await addMember(console_.app, { role: 'review' });
    const { page, context } = await open('/notifications', { as: eve });
    const inbox = await open(`/o/${console_.app.organizationId}/change-requests?view=review`, { as: eve });
    await page.getByRole('heading', { name: 'No notifications' }).waitFor();
    await inbox.page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
    const one = await addRequest('Hurry', { space });
    await send('POST', `${one}/requested-reviewers`, { users: [eve.userId] });
    const FAST = { timeout: 2000 };
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor(FAST);
    await listOf(page, 'Notifications').getByText('requests your review').waitFor(FAST);
    await expect.poll(() => subjectsOf(inbox.page), FAST).toEqual(['Hurry']);
    await context.close();
    await inbox.context.close();
  });
});

describe('by keyboard alone', () => {
  it('j and k go through the list, e archives and undoes, Enter opens, and ? lists the keys', async () => {
    const space = await addSpace(console_.app, { title: 'Keys' });
    for (const subject of ['One', 'Two', 'Three']) await addRequest(subject, { space });
    const { page, context } = await open(`/s/${space}`, { as: ada });
    await page.getByRole('link', { name: /^Change requests/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('change requests');
    await page.getByRole('option', { name: /Change requests.*Keys/ }).waitFor();
    await page.keyboard.press('Enter');
    await listOf(page).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => nameOfFocused(page)).toBe('Three');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => nameOfFocused(page)).toBe('One');
    await page.keyboard.press('k');
    await expect.poll(() => nameOfFocused(page)).toBe('Two');
    await page.keyboard.press('e');
    await page.getByText('“Two” was archived').waitFor();
    const statusOf = async () =>
      (await send('GET', `/v1/spaces/${space}/change-requests/2`)).status as string;
    expect(await statusOf()).toBe('archived');
    await page.keyboard.press('e');
    await expect.poll(statusOf).toBe('open');

    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Archive or reopen').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('Three');
    await expect.poll(() => subjectsOf(page)).toEqual(['Three']);
    await page.keyboard.press('Tab');
    while ((await nameOfFocused(page)) !== 'Three') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/change-requests\/3$/);
    await context.close();
  });

  it('a change request is created with its subject', async () => {
    const { page, context } = await open(`/s/${otherSpaceId}/change-requests`, { as: ada });
    await listOf(page).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New change request' });
    await dialog.getByRole('textbox', { name: 'Subject' }).waitFor();
    await page.keyboard.type('From the keyboard');
    await page.keyboard.press('Enter');
    await page.waitForURL(/change-requests\/2$/);
    const { subject } = await send('GET', `/v1/spaces/${otherSpaceId}/change-requests/2`);
    expect(subject).toBe('From the keyboard');
    await context.close();
  });
});

describe('the palette', () => {
  it('finds change requests by subject and number, whatever their state, and has the commands', async () => {
    const space = await addSpace(console_.app, { title: 'Palette' });
    const url = await addRequest('Rewrite the glossary', { space });
    await send('PATCH', url, { status: 'archived' });
    const { page, context } = await open(`/s/${space}`, { as: ada });
    await page.getByRole('button', { name: 'Search' }).click();
    const field = page.getByRole('combobox');
    const options = page.getByRole('option');
    await field.fill('glossary');
    await options.filter({ hasText: 'Rewrite the glossary' }).getByText('#1 · Archived').waitFor();
    await field.fill('#1');
    await options.filter({ hasText: 'Rewrite the glossary' }).waitFor();
    await field.fill('new change');
    await options.filter({ hasText: 'New change request' }).waitFor();
    await field.fill('notifications');
    await options.filter({ hasText: 'Notifications' }).click();
    await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor();
    await context.close();
  });
});

describe('while others work', () => {
  it('a new change request appears at the top, and an archived one leaves when it is looked at again', async () => {
    const space = await addSpace(console_.app, { title: 'Live' });
    const url = await addRequest('First', { space });
    const { page, context } = await open(`/s/${space}/change-requests`);
    await listOf(page).waitFor();
    await addRequest('Second', { space });
    await expect.poll(() => subjectsOf(page), { timeout: 10_000 }).toEqual(['Second', 'First']);
    const unread = listOf(page).getByRole('link', { name: 'Unread: Second' });
    await unread.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('u');
    await unread.waitFor({ state: 'detached' });
    const isUnread = async () =>
      (await send('GET', `/v1/spaces/${space}/change-requests/2`, undefined, bob)).unread as boolean;
    await expect.poll(isUnread).toBe(false);
    await send('PATCH', url, { status: 'archived' });
    await expect.poll(() => subjectsOf(page), { timeout: 10_000 }).toEqual(['Second']);
    await context.close();
  });

  it('the bell counts, and a mention leads to the page of its comment', async () => {
    const carol = await addMember(console_.app, { role: 'read', displayName: 'Carol' });
    const { page, context } = await open(`/s/${spaceId}`, { as: carol });
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await page.waitForTimeout(500);
    const markdown = `Look, [Carol](/users/${carol.userId}).`;
    const { id } = await send('POST', `/v1/spaces/${spaceId}/comments`, { page: pageId, body: { markdown } });
    const bell = page.getByRole('link', { name: 'Notifications, 1 unread' });
    await bell.waitFor({ timeout: 10_000 });
    await bell.click();
    await page.getByRole('link', { name: 'Ada mentioned you in a comment' }).click();
    await page.waitForURL(`${console_.baseUrl}/app/s/${spaceId}/${pageId}?comment=${id}`);
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await context.close();
  });
});

describe('a long list', () => {
  it('has only the rows in view, and reads the rest while one scrolls', async () => {
    const space = await addSpace(console_.app, { title: 'Long' });
    for (let n = 1; n <= 120; n += 1)
      await send('POST', `/v1/spaces/${space}/change-requests`, { subject: `Change ${n}` });
    const { page, context } = await open(`/s/${space}/change-requests`, { as: ada });
    await listOf(page).waitFor();
    await page.getByText('120 change requests').waitFor();
    expect(await listOf(page).getByRole('listitem').count()).toBeLessThan(40);
    const row = listOf(page).getByRole('listitem').first();
    expect(await row.getAttribute('aria-setsize')).toBe('120');
    await row.getByRole('link').focus();
    for (let n = 0; n < 4; n += 1) {
      await page.keyboard.press('End');
      await page.waitForTimeout(400);
    }
    await expect.poll(() => nameOfFocused(page)).toBe('Change 1');
    expect(await listOf(page).getByRole('listitem').count()).toBeLessThan(40);
    await page.keyboard.press('Home');
    await expect.poll(() => nameOfFocused(page)).toBe('Change 120');
    await context.close();
  });
});
