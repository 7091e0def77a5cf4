/** A change request from the list to its merge, with the keys alone and with taps alone. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser, setPassword } from '../accounts.ts';
import { type AddedUser, addMember, addSpace } from '../factories.ts';
import {
  findSmallTargets,
  hasFocus,
  hasLostFocus,
  noteAnnouncements,
  readAnnouncements,
  selectWord,
} from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let console: ServedConsole;
let ann: AddedUser;
let ben: AddedUser;
let cookie: string;

beforeAll(async () => {
  console = await serveConsole();
  ann = await addMember(console.app, { role: 'edit', displayName: 'Ann Writer' });
  ben = await addMember(console.app, { role: 'comment', displayName: 'Ben Reader' });
  const reviewer = await addMember(console.app, { role: 'review', displayName: 'Zoe Reviewer' });
  await setPassword(console.app, reviewer.userId);
  cookie = await openBrowser(console.app, reviewer.email);
});
afterAll(() => console?.close());

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, by?: AddedUser) {
  const response = await console.app.request(method, url, {
    ...(body ? { body } : {}),
    ...(by ? { token: by.token } : {}),
  });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

const text = (installer: string, machine: string): string =>
  `# Install\n\nRun the ${installer} installer.\n\nKeep this.\n\nThen restart the ${machine} twice.\n`;

/** A change request of Ann’s with a suggestion of Ben’s, and a conflict with the space. */
async function propose() {
  const spaceId = await addSpace(console.app, { title: 'Guides' });
  const api = `/v1/spaces/${spaceId}`;
  const { changes } = await send('POST', `${api}/content?compat=false`, {
    changes: [{ operation: 'insert_page', title: 'Install', document: { markdown: text('old', 'machine') } }],
  });
  const page: string = changes[0].page.id;
  const write = (url: string, markdown: string, by?: AddedUser) =>
    send(
      'POST',
      `${url}/content`,
      { changes: [{ operation: 'update_page', page, document: { markdown } }] },
      by,
    );
  const one = `${api}/change-requests/1`;
  await send('POST', `${api}/change-requests`, { subject: 'Name the new installer' }, ann);
  await write(one, text('new', 'computer'), ann);
  await send('PATCH', one, { status: 'open' }, ann);
  const { document } = await send('GET', `${one}/content/page/${page}`);
  const first = document.nodes.find(({ type }: { type: string }) => type === 'paragraph');
  await send(
    'POST',
    `${one}/comments`,
    {
      body: { markdown: 'Or the newest?' },
      page,
      node: first.key,
      suggestion: { text: [{ at: { key: first.key }, offset: 8, remove: 3, insert: 'newest' }] },
    },
    ben,
  );
  await write(api, text('old', 'device'));
  return {
    list: `${console.origin}/app/s/${spaceId}/change-requests`,
    read: async (): Promise<string> =>
      (await send('GET', `${api}/content/page/${page}?format=markdown`)).markdown,
  };
}

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const changed = (page: Page): Locator => page.getByRole('group', { name: 'Changed part' });
const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' });
const toRequest = (page: Page): Locator => page.getByRole('link', { name: 'Change request #1' });
const conflict = (page: Page): Locator => page.getByRole('region', { name: /^Conflict 1:/ });

const fits = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth');

type Key = 'Tab' | 'Shift+Tab' | 'ArrowDown';

/** Presses Tab, or another key, until this has the focus. */
async function tabTo(page: Page, target: Locator, key: Key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let count = 0; count < 120; count++) {
    if (await target.evaluate(hasFocus)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}.`);
}

async function activate(page: Page, target: Locator, key?: Key): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

describe.each([1440, 360])('with the keys alone at %i px', (width) => {
  test('a change request is read, commented on, improved, and merged over a conflict', async () => {
    const { list, read } = await propose();
    const { page, context } = await console.openWriter({ cookie, viewport: { width, height: 800 } });
    await context.addInitScript(noteAnnouncements);
    const hear = (words: string): Promise<void> =>
      expect.poll(() => page.evaluate(readAnnouncements), { timeout: 10_000 }).toContain(words);
    const expectFocus = (): Promise<void> => expect.poll(() => page.evaluate(hasLostFocus)).toBe(false);
    await page.goto(list);
    await page.getByRole('list', { name: 'Change requests' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await changed(page).nth(1).waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => changed(page).nth(0).evaluate(hasFocus)).toBe(true);
    await page.keyboard.press('n');
    await expect.poll(() => changed(page).nth(1).evaluate(hasFocus)).toBe(true);
    await page.keyboard.press('n');
    await hear('There is no further change');

    // To the page, and a comment on two words of it.
    await activate(page, page.getByRole('heading', { name: 'Install' }).getByRole('link'), 'Shift+Tab');
    const content = page.getByRole('textbox', { name: 'Page content' });
    await content.waitFor();
    await page.getByRole('button', { name: /^\d+ comments?$/ }).waitFor();
    await tabTo(page, content);
    for (const key of ['Control+Home', 'Control+ArrowRight', 'Control+Shift+ArrowRight']) {
      await page.keyboard.press(key);
      // The browser tells the editor of a new selection in its own time.
      await page.waitForTimeout(50);
    }
    await page.keyboard.press('Control+Alt+m');
    const field = panelOf(page).getByRole('textbox', { name: 'Comment' });
    await expect.poll(() => field.evaluate(hasFocus)).toBe(true);
    await page.keyboard.type('Which one?');
    await page.keyboard.press('Control+Enter');
    await hear('Your comment was posted');
    await expectFocus();
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'detached' });
    await activate(page, toRequest(page), 'Shift+Tab');

    // The suggestion of somebody else.
    await changed(page).nth(1).waitFor();
    await tabTo(page, page.getByRole('tab', { name: 'Changes' }));
    await page.keyboard.press('ArrowRight');
    const suggestion = page.getByRole('article', { name: 'Suggestion by Ben Reader' });
    await activate(page, button(suggestion, 'Apply'));
    await hear('Suggestion applied');
    await suggestion.waitFor({ state: 'detached' });
    await expectFocus();

    // The conflict, and the merge.
    await tabTo(page, page.getByRole('tab', { name: 'Discussion' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await conflict(page).waitFor();
    const radio = conflict(page).getByRole('radio', { name: 'This change request' });
    await tabTo(page, radio);
    await page.keyboard.press('Space');
    await activate(page, button(conflict(page), 'Decide'));
    await hear('1 of 1 decided');
    await conflict(page).getByText('Zoe Reviewer decided: This change request').waitFor();
    await expectFocus();
    // On small screens, it is in the menu while the next step is a review.
    if (width === 360) {
      await activate(page, button(page, 'More about this change request'), 'Shift+Tab');
      await activate(page, page.getByRole('menuitem', { name: 'Merge', exact: true }), 'ArrowDown');
    } else {
      const merge = button(page, 'Merge');
      await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('false');
      await activate(page, merge, 'Shift+Tab');
    }
    await hear('Change request #1 was merged');
    await page.getByText('Merged', { exact: true }).first().waitFor();
    await expectFocus();
    expect(await read()).toBe(text('newest', 'computer'));
    expect(await fits(page)).toBe(true);
    await context.close();
  });
});

describe('with taps alone at 360 px', () => {
  let writer: Writer;
  let page: Page;

  /** What is shown is within the window, and large enough for fingers. */
  async function expectTouchable(view: string): Promise<void> {
    expect(await fits(page), view).toBe(true);
    expect(await page.evaluate(findSmallTargets, 24), view).toEqual([]);
  }

  /** What one comes for is as high as a finger. */
  async function tapMain(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    expect(box?.height, String(target)).toBeGreaterThanOrEqual(43.5);
    await target.tap();
  }

  test('a change request is read, commented on, improved, and merged over a conflict', async () => {
    const { list, read } = await propose();
    writer = await console.openWriter({
      cookie,
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    page = writer.page;
    await page.goto(list);
    const row = page.getByRole('link', { name: /Name the new installer/ });
    await row.waitFor();
    await expectTouchable('list');
    await row.tap();
    await changed(page).nth(1).waitFor();
    await expectTouchable('changes');
    for (let count = 0; count < 2; count++) {
      await button(page, 'Next change').tap();
      await expect.poll(() => changed(page).nth(count).evaluate(hasFocus)).toBe(true);
    }

    await page.getByRole('heading', { name: 'Install' }).getByRole('link').tap();
    const content = page.getByRole('textbox', { name: 'Page content' });
    await content.waitFor();
    await page.getByRole('button', { name: /^\d+ comments?$/ }).waitFor();
    await content.evaluate(selectWord, 'installer');
    const tools = page.getByRole('toolbar', { name: 'Formatting' });
    await button(tools, 'Comment').tap();
    await panelOf(page).getByRole('textbox', { name: 'Comment' }).fill('Which one?');
    await expectTouchable('comment');
    await tapMain(button(panelOf(page), 'Comment'));
    await panelOf(page).getByText('Which one?').first().waitFor();
    await expectTouchable('comments');
    await button(panelOf(page), 'Close').first().tap();
    await toRequest(page).tap();

    await changed(page).nth(1).waitFor();
    await tapMain(page.getByRole('tab', { name: 'Discussion' }));
    const suggestion = page.getByRole('article', { name: 'Suggestion by Ben Reader' });
    await suggestion.waitFor();
    await expectTouchable('discussion');
    await tapMain(button(suggestion, 'Apply'));
    await suggestion.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Checks' }).tap();
    await conflict(page).waitFor();
    await conflict(page).getByRole('radio', { name: 'This change request' }).tap();
    await expectTouchable('conflict');
    await tapMain(button(conflict(page), 'Decide'));
    await conflict(page).getByText('Zoe Reviewer decided: This change request').waitFor();
    await tapMain(button(page, 'Review'));
    await page.getByRole('dialog').waitFor();
    await expectTouchable('review');
    await button(page, 'Cancel').tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tapMain(button(page, 'More about this change request'));
    await page.getByRole('menuitem', { name: 'Merge', exact: true }).tap();
    await page.getByText('Merged', { exact: true }).first().waitFor();
    expect(await read()).toBe(text('newest', 'computer'));
    await expectTouchable('merged');
    await writer.close();
  });
});
