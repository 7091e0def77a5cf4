import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addCollection, addMember, addSpace } from '../factories.ts';
import { type OpenConsole, openConsole } from './console.ts';
import type { WatchedPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let console_: OpenConsole;
let watched: WatchedPage;
let page: Page;
let spaceId: string;

const FILES = {
  'README.md': '# Welcome\n\nHello *there*.\n',
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
* [Install](install/README.md)
  * [On Linux](install/linux.md)
  * [On Windows](install/windows.md)
* [Upgrade](upgrade.md)
`,
  'install/README.md': '# Install\n\nRun the installer.\n',
  'install/linux.md': '# On Linux\n\nUse apt.\n',
  'install/windows.md': '# On Windows\n\nUse winget.\n',
  'upgrade.md': '# Upgrade\n\nStop it first.\n',
};

beforeAll(async () => {
  console_ = await openConsole();
});
afterAll(() => console_?.close());

beforeEach(async () => {
  spaceId = await addSpace(console_.app, { title: 'Guides' });
  await putContent(console_.app, spaceId, FILES);
  watched = await console_.open();
  ({ page } = watched);
});
afterEach(async () => {
  const events = watched.takeEvents();
  await watched.context.close();
  // A refused call is in the console, too: tests that expect one take it themselves.
  expect(events).toEqual([]);
});

const tree = (on = page): Locator => on.getByRole('tree', { name: 'Pages' });
const item = (name: string, on = page): Locator => on.getByRole('treeitem', { name, exact: true });
const goTo = (path: string): Promise<unknown> => page.goto(`${console_.baseUrl}/app${path}`);
const openSpace = async (): Promise<void> => {
  await goTo(`/s/${spaceId}`);
  await item('Welcome').waitFor();
};
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

interface Listed {
  id: string;
  title: string;
  pages?: Listed[];
}
const listPages = async (): Promise<Listed[]> =>
  (await console_.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages;

/** The tree as one line: `Welcome Install(On Linux On Windows) Upgrade`. */
async function outline(): Promise<string> {
  const write = (pages: Listed[]): string =>
    pages
      .map(({ title, pages: below = [] }) => (below.length > 0 ? `${title}(${write(below)})` : title))
      .join(' ');
  return write(await listPages());
}
const expectOutline = (expected: string): Promise<void> =>
  expect.poll(outline, { timeout: 20_000 }).toBe(expected);
const idOf = async (title: string): Promise<string> => {
  const find = (pages: Listed[]): string | undefined =>
    pages.map((one) => (one.title === title ? one.id : find(one.pages ?? []))).find((id) => id !== undefined);
  return find(await listPages()) as string;
};
const focusTree = async (name: string): Promise<void> => {
  await item(name).waitFor();
  await tree().focus();
  await page.keyboard.press('Home');
  for (let steps = 0; (await activeName()) !== name && steps < 20; steps += 1)
    await page.keyboard.press('ArrowDown');
  expect(await activeName()).toBe(name);
};
const activeName = (): Promise<string | null> =>
  page.evaluate(`(() => {
    const tree = document.querySelector('[role=tree]');
    return document.getElementById(tree.getAttribute('aria-activedescendant'))?.getAttribute('aria-label') ?? null;
  })()`) as Promise<string | null>;
const said = (text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });

describe('the way to a page', () => {
  it('leads from the start over organization, collection and space, and back', async () => {
    const collectionId = await addCollection(console_.app, { title: 'Products' });
    const inside = await addSpace(console_.app, { title: 'Inside', parentId: collectionId });
    await putContent(console_.app, inside, FILES);
    await goTo('');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Products');
    await main.getByRole('link', { name: 'Inside' }).click();
    await item('Install').click();
    await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor();
    await expect.poll(() => page.title()).toBe('Install – Lectern');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect((await crumbs.getByRole('link').allTextContents()).slice(-3)).toEqual([
      'Products',
      'Inside',
      'Install',
    ]);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor();
    expect(await item('Install').getAttribute('aria-current')).toBe('page');
  });

  it('is an address of its own, in which the tree shows where the page stands', async () => {
    await goTo(`/s/${spaceId}/${await idOf('On Windows')}`);
    await item('On Windows').waitFor();
    expect(await item('Install').getAttribute('aria-expanded')).toBe('true');
    expect(await item('On Windows').getAttribute('aria-level')).toBe('2');
    expect(await item('On Windows').getAttribute('aria-posinset')).toBe('2');
    expect(await item('On Windows').getAttribute('aria-setsize')).toBe('2');
  });

  it('begins with what to do first: a space, then a page', async () => {
    spaceId = await addSpace(console_.app, { title: 'Nothing yet' });
    await goTo(`/s/${spaceId}`);
    await page.getByRole('main').getByRole('button', { name: 'New page' }).click();
    await page.getByRole('textbox', { name: 'Title of the new page' }).fill('First');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
    await expectOutline('First');
  });

  it('ends in words where nothing is', async () => {
    await openSpace();
    await page.evaluate(
      `history.pushState({}, '', '/app/s/${spaceId}/01a00000-0000-7000-8000-000000000000')`,
    );
    await page.evaluate('dispatchEvent(new PopStateEvent("popstate"))');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(watched.takeEvents().every((event) => event.includes('404'))).toBe(true);
  });
});

describe('the page tree', () => {
  it('is walked by keys, which wrap nowhere, and by the beginnings of titles', async () => {
    await openSpace();
    await tree().focus();
    const press = async (keys: string[]): Promise<string | null> => {
      for (const key of keys) await page.keyboard.press(key);
      return activeName();
    };
    expect(await press(['Home', 'ArrowUp'])).toBe('Welcome');
    expect(await press(['ArrowDown', 'ArrowRight', 'ArrowRight'])).toBe('On Linux');
    expect(await press(['ArrowLeft', 'ArrowLeft'])).toBe('Install');
    expect(await item('Install').getAttribute('aria-expanded')).toBe('false');
    expect(await press(['End', 'ArrowDown'])).toBe('Upgrade');
    expect(await press(['i'])).toBe('Install');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor();
  });

  it('creates, renames, duplicates and deletes, and undoes each', async () => {
    await openSpace();
    await focusTree('Upgrade');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title of “Upgrade”' }).fill('Update');
    await page.keyboard.press('Enter');
    await expectOutline('Welcome Install(On Linux On Windows) Update');
    await page.keyboard.press('Control+z');
    await expectOutline('Welcome Install(On Linux On Windows) Upgrade');
    await page.keyboard.press('Control+Shift+z');
    await expectOutline('Welcome Install(On Linux On Windows) Update');

    await focusTree('Install');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'New page inside' }).click();
    await page.getByRole('textbox', { name: 'Title of the new page' }).fill('On macOS');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'On macOS' }).waitFor();
    await expectOutline('Welcome Install(On Linux On Windows On macOS) Update');

    await focusTree('Install');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const copied = 'Install (copy)(On Linux On Windows On macOS)';
    await page.getByRole('heading', { level: 1, name: 'Install (copy)' }).waitFor();
    await expectOutline(`Welcome Install(On Linux On Windows On macOS) ${copied} Update`);

    await focusTree('Update');
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Update”?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectOutline(`Welcome Install(On Linux On Windows On macOS) ${copied}`);
    await button('Undo').click();
    await expectOutline(`Welcome Install(On Linux On Windows On macOS) ${copied} Update`);
  });

  it('moves pages by keys and tells where they are', async () => {
    await openSpace();
    await focusTree('Upgrade');
    await page.keyboard.press('Alt+ArrowUp');
    await said('“Upgrade” moved to position 2 of 3');
    await expectOutline('Welcome Upgrade Install(On Linux On Windows)');
    await page.keyboard.press('Alt+ArrowRight');
    await said('“Upgrade” moved into “Welcome”, position 1 of 1');
    await expectOutline('Welcome(Upgrade) Install(On Linux On Windows)');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowDown');
    await expectOutline('Welcome Install(On Linux On Windows) Upgrade');
    await page.keyboard.press('Alt+ArrowDown');
    await said('“Upgrade” cannot move in this direction');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('Control+z');
    await expectOutline('Welcome Install(On Linux On Windows) Upgrade');
  });

  it('moves pages by drag: before, after and into others', async () => {
    await openSpace();
    const drag = async (name: string, target: string, part: number): Promise<void> => {
      const box = await item(target).boundingBox();
      if (!box) throw new Error(`${target} is not shown`);
      await item(name).dragTo(item(target), { targetPosition: { x: box.width / 4, y: box.height * part } });
    };
    await drag('Upgrade', 'Welcome', 0.1);
    await expectOutline('Upgrade Welcome Install(On Linux On Windows)');
    await drag('Welcome', 'Upgrade', 0.5);
    await expectOutline('Upgrade(Welcome) Install(On Linux On Windows)');
    await drag('Install', 'Upgrade', 0.1);
    await expectOutline('Install(On Linux On Windows) Upgrade(Welcome)');
    // Not into what is below itself.
    await item('Install').locator('[data-toggle]').click();
    await drag('Install', 'On Linux', 0.5);
    await expectOutline('Install(On Linux On Windows) Upgrade(Welcome)');
  });

  it('shows a change at once, and takes it back in words when it is refused', async () => {
    await openSpace();
    await page.route('**/v1/spaces/*/content', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            contentType: 'application/json',
            body: JSON.stringify({
              error: { code: 409, reason: 'space-locked', message: 'x', requestId: 'x' },
            }),
          })
        : route.continue(),
    );
    await focusTree('Upgrade');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('alert').filter({ hasText: 'This space is locked.' }).waitFor();
    await expect.poll(() => page.getByRole('treeitem').last().getAttribute('aria-label')).toBe('Upgrade');
    expect(watched.takeEvents().every((event) => event.includes('409'))).toBe(true);
  });

  it('follows what others do', async () => {
    await openSpace();
    const other = await console_.open();
    await other.page.goto(`${console_.baseUrl}/app/s/${spaceId}`);
    await item('Upgrade', other.page).waitFor();
    await focusTree('Upgrade');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title of “Upgrade”' }).fill('Newest version');
    await page.keyboard.press('Enter');
    await item('Newest version', other.page).waitFor({ timeout: 15_000 });
    await focusTree('Newest version');
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(() => item('Newest version', other.page).getAttribute('aria-posinset'), { timeout: 15_000 })
      .toBe('2');
    expect(other.takeEvents()).toEqual([]);
    await other.context.close();
  });

  it('only shows itself to whoever cannot edit', async () => {
    const { token } = await addMember(console_.app, { role: 'read' });
    const reader = await console_.open({ token });
    await reader.page.goto(`${console_.baseUrl}/app/s/${spaceId}`);
    await item('Install', reader.page).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Install' }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'New page', exact: true }).count()).toBe(0);
    await tree(reader.page).focus();
    await reader.page.keyboard.press('F2');
    expect(await reader.page.getByRole('textbox').count()).toBe(0);
    await reader.context.close();
  });
});

describe('the palette', () => {
  it('finds pages, spaces and commands by keys alone', async () => {
    await openSpace();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search and commands' });
    await dialog.getByRole('combobox').waitFor();
    await page.keyboard.type('winget');
    const found = dialog.getByRole('option', { name: /On Windows/ }).first();
    await found.waitFor();
    expect(await found.locator('mark').first().textContent()).toBe('winget');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'On Windows' }).waitFor();
    expect(await dialog.count()).toBe(0);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme dark');
    await dialog.getByRole('option', { name: 'Theme: Dark' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('xyzzyplugh');
    await dialog.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('the palette, in a page', () => {
  it('forgives a mistake, knows places and change requests, and offers what the page offers', async () => {
    await addCollection(console_.app, { title: 'Reference works' });
    const changes = { subject: 'Describe the upgrade' };
    await console_.app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: changes });
    const { number } = (
      await console_.app.request('POST', `/v1/spaces/${spaceId}/change-requests`, {
        body: { subject: 'Rewrite everything' },
      })
    ).json();
    await console_.app.request('PATCH', `/v1/spaces/${spaceId}/change-requests/${number}`, {
      body: { status: 'open' },
    });
    await openSpace();
    await item('Install').click();
    await page.getByRole('heading', { level: 1, name: 'Install' }).waitFor({ state: 'attached' });
    const dialog = page.getByRole('dialog', { name: 'Search and commands' });
    const find = async (query: string, name: string | RegExp): Promise<Locator> => {
      if ((await dialog.count()) === 0) await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox').fill(query);
      const option = dialog.getByRole('option', { name }).first();
      await option.waitFor();
      return option;
    };
    await find('isntall', /^Install/);
    await find('refw', 'Reference works');
    await find('rewrite', /^Rewrite everything/);
    const command = await find('duplicate', /^Duplicate/);
    expect(await command.textContent()).toContain('Install');
    await command.click();
    await page.getByRole('heading', { level: 1, name: 'Install (copy)' }).waitFor({ state: 'attached' });
    // The copy of a page that others follow is still on its way.
    await expectOutline('Welcome Install(On Linux On Windows) Install (copy)(On Linux On Windows) Upgrade');
  });
});

describe('the tree of a large space', () => {
  it('shows what matches, opens the first match, and closes all', async () => {
    await openSpace();
    await tree().focus();
    await page.keyboard.press('/');
    await page.keyboard.type('linux');
    await page.getByText('1 page found').waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(2);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'On Linux' }).waitFor({ state: 'attached' });
    await page.getByRole('searchbox', { name: 'Filter pages' }).fill('nothing like it');
    await page.getByText('No page matches').waitFor();
    await page.keyboard.press('Escape');
    await item('On Linux').waitFor();
    await button('Collapse all').click();
    await item('On Linux').waitFor({ state: 'detached' });
    expect(await page.getByRole('treeitem').count()).toBe(3);
  });
});

describe('what was', () => {
  it('is in the trash, and comes back from it', async () => {
    const changes = [{ operation: 'delete_page', page: await idOf('Install') }];
    await console_.app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    await goTo(`/s/${spaceId}/trash`);
    await button('Restore “Install”').click();
    await expectOutline('Welcome Install(On Linux On Windows) Upgrade');
    await item('Install').waitFor();
    await page.getByText('The trash is empty').waitFor();
  });

  it('is in the history, and can be read and restored', async () => {
    const changes = [
      {
        operation: 'update_page',
        page: await idOf('Welcome'),
        title: 'Hello',
        document: { markdown: 'Changed.\n' },
      },
    ];
    await console_.app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    await goTo(`/s/${spaceId}/revisions`);
    const versions = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => versions.count()).toBeGreaterThan(1);
    expect(await versions.first().textContent()).toContain('Current');
    await versions.nth(1).getByRole('link', { name: 'edited' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.getByRole('article').getByText('Hello there.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expectOutline('Welcome Install(On Linux On Windows) Upgrade');
  });
});

it('asks to sign in over the view when the session ends, and says when the service is away', async () => {
  await openSpace();
  await page.context().clearCookies();
  await item('Install').click();
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  expect(await item('Install').count()).toBe(1);
  watched.takeEvents();
  await page.context().setOffline(true);
  await page.getByText('No connection to Lectern.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No connection to Lectern.').waitFor({ state: 'detached', timeout: 20_000 });
  watched.takeEvents();
});

it('opens a space of 5,000 pages, of which only those in view are elements', async () => {
  const files: Record<string, string> = { 'README.md': '# Start\n' };
  const lines = ['# Table of contents', '', '* [Start](README.md)'];
  for (let chapter = 1; chapter <= 100; chapter += 1) {
    files[`c${chapter}/README.md`] = `# Chapter ${chapter}\n`;
    lines.push(`* [Chapter ${chapter}](c${chapter}/README.md)`);
    for (let number = 1; number < 50; number += 1) {
      files[`c${chapter}/p${number}.md`] = `# Page ${chapter}.${number}\n`;
      lines.push(`  * [Page ${chapter}.${number}](c${chapter}/p${number}.md)`);
    }
  }
  files['SUMMARY.md'] = `${lines.join('\n')}\n`;
  spaceId = await addSpace(console_.app, { title: 'Large' });
  await putContent(console_.app, spaceId, files);
  await goTo(`/s/${spaceId}/${await idOf('Page 77.7')}`);
  await item('Page 77.7').waitFor();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(120);
  await tree().focus();
  await page.keyboard.press('*');
  await page.keyboard.press('End');
  await item('Chapter 100').waitFor();
  expect(await item('Chapter 100').getAttribute('aria-setsize')).toBe('101');
  expect(await page.getByRole('treeitem').count()).toBeLessThan(120);
});
