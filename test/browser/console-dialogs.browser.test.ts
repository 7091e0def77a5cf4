/** Dialogs by the keyboard alone. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  writer = await console.openWriter();
  await writer.open(await console.addPage('Text of the page'));
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});

interface Opening {
  name: string;
  /** Puts the focus where the dialog is opened from. */
  from: (page: Page) => Promise<Locator>;
  keys: string[];
  dialog: (page: Page) => Locator;
  /** A panel beside the text does not keep the focus. */
  isPanel?: boolean;
}

const dialogOf =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') =>
  (page: Page): Locator =>
    page.getByRole(role, { name });

const button = (name: string | RegExp) => async (page: Page) => {
  const found = page.getByRole('button', { name }).first();
  await found.focus();
  return found;
};

const inText = async (page: Page): Promise<Locator> => {
  await writer.goToEnd();
  await writer.press('Shift+Home');
  return page.getByRole('textbox', { name: 'Page content' });
};

const inTree = async (page: Page): Promise<Locator> => {
  const tree = page.getByRole('tree', { name: 'Pages' });
  await tree.focus();
  return tree;
};

/** Chooses an item of a menu by its first letters. */
const item = (...letters: string[]): string[] => ['Enter', ...letters, 'Enter'];

const OPENINGS: Opening[] = [
  {
    name: 'page settings',
    from: button('Page settings'),
    keys: ['Enter'],
    dialog: (page) => page.getByRole('complementary', { name: 'Page settings' }),
    isPanel: true,
  },
  { name: 'cover', from: button('Add a cover'), keys: ['Enter'], dialog: dialogOf('Cover') },
  {
    name: 'icon picker',
    from: button('Add an icon'),
    keys: ['Enter'],
    dialog: dialogOf(/^Search icons and emoji/i),
  },
  { name: 'link', from: inText, keys: ['Control+k'], dialog: dialogOf('Link') },
  { name: 'palette', from: inTree, keys: ['Control+k'], dialog: dialogOf('Search and commands') },
  { name: 'shortcuts', from: inTree, keys: ['?'], dialog: dialogOf('Keyboard shortcuts') },
  {
    name: 'deletion',
    from: inTree,
    keys: ['Home', 'Delete'],
    dialog: dialogOf(/./, 'alertdialog'),
  },
  {
    name: 'move',
    from: button('More about this space'),
    keys: item('m', 'o', 'v'),
    dialog: dialogOf(/Move/),
  },
  {
    name: 'rename',
    from: button('More about this space'),
    keys: item('r', 'e', 'n'),
    dialog: dialogOf(/Rename/),
  },
];

const holdsFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((one) => one.contains(one.ownerDocument.activeElement));

/** Whether the focus is in a dialog, or has left the document for the browser. */
const isInside = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate(
    (one) =>
      one.ownerDocument.activeElement === one.ownerDocument.body ||
      one.contains(one.ownerDocument.activeElement),
  );

const poll = (read: () => Promise<boolean>) => expect.poll(read, { timeout: 10_000 });

async function checkTab(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    let inside = 0;
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(key);
      expect(await isInside(dialog), `after ${presses + 1} × ${key}`).toBe(true);
      if (await holdsFocus(dialog)) inside++;
    }
    expect(inside, `the focus is in the dialog with ${key}`).toBeGreaterThanOrEqual(6);
  }
}

test.each(OPENINGS)('$name: Tab stays inside, Escape closes it, and the focus returns', async (opening) => {
  const { page } = writer;
  const origin = await opening.from(page);
  await writer.press(...opening.keys);
  const dialog = opening.dialog(page);
  await dialog.waitFor({ timeout: 30_000 });
  await poll(() => holdsFocus(dialog)).toBe(true);
  if (!opening.isPanel) await checkTab(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached', timeout: 10_000 });
  await poll(() => holdsFocus(origin)).toBe(true);
});

test('cover, opened from the page settings: Escape closes one after the other', async () => {
  const { page } = writer;
  const settings = await button('Page settings')(page);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Page settings' });
  const cover = panel.getByRole('button', { name: 'Cover' });
  await cover.focus();
  await page.keyboard.press('Enter');
  await dialogOf('Cover')(page).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf('Cover')(page).waitFor({ state: 'detached' });
  await poll(() => holdsFocus(cover)).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await poll(() => holdsFocus(settings)).toBe(true);
});

test('import, in an empty space: Tab stays inside, Escape closes it, and the focus returns', async () => {
  const { app, origin } = console;
  const created = await app.request('POST', `/v1/orgs/${app.organizationId}/spaces`, {
    body: { title: 'Nothing yet' },
  });
  const { page } = writer;
  await page.goto(`${origin}/app/s/${created.json().id}`);
  const from = page.getByRole('button', { name: 'Import pages' }).first();
  await from.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await poll(() => holdsFocus(dialog)).toBe(true);
  await checkTab(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await poll(() => holdsFocus(from)).toBe(true);
});

test('sign-in, over a page: Tab stays inside, and Escape does not lose what waits behind it', async () => {
  await writer.open(await console.addPage('Begin'));
  const { page, context } = writer;
  const cookies = await context.cookies();
  await writer.clickAfter('Begin');
  // Nothing is sent before the text is typed.
  await context.setOffline(true);
  await context.clearCookies();
  await writer.type(' waits');
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.waitFor({ timeout: 60_000 });
  await poll(() => holdsFocus(dialog)).toBe(true);
  await checkTab(page, dialog);
  await page.keyboard.press('Escape');
  expect(await dialog.count()).toBe(1);
  expect(await writer.content.textContent()).toContain('Begin waits');
  await context.addCookies(cookies);
});
