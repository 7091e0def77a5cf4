/** Changes of the page tree that are under way when the tab closes, the session ends or the network fails. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  writer = await console.openWriter();
});
afterEach(() => writer.context.setOffline(false));
afterAll(async () => {
  await writer?.close();
  await console?.close();
});

const WAIT = { timeout: 60_000 };

interface Entry {
  id: string;
  title: string;
  pages?: Entry[];
}

const readTree = async (): Promise<Entry[]> =>
  (await console.app.request('GET', `/v1/spaces/${console.spaceId}/content/pages`)).json().pages;

/** The titles that begin with a prefix, each with those of the pages below it. */
async function titlesOf(prefix: string): Promise<unknown[]> {
  const titles = (pages: Entry[]): unknown[] =>
    pages.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, titles(below)] : title));
  return titles((await readTree()).filter(({ title }) => title.startsWith(prefix)));
}

async function makePage(title: string): Promise<void> {
  await writer.page.getByRole('button', { name: 'New page', exact: true }).first().click();
  await writer.page.getByRole('menuitem', { name: 'New page', exact: true }).click();
  const field = writer.page.getByRole('textbox', { name: 'Title of the new page' });
  await field.fill(title);
  await field.press('Enter');
  await writer.page.getByRole('treeitem', { name: title, exact: true }).waitFor(WAIT);
}

const item = (name: string) => writer.page.getByRole('treeitem', { name, exact: true });

async function addPages(...titles: string[]): Promise<string[]> {
  const changes = titles.map((title) => ({
    operation: 'insert_page',
    title,
    document: { markdown: 'Text' },
  }));
  const response = await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
    body: { changes },
  });
  return response.json().changes.map(({ page }: { page: { id: string } }) => page.id);
}

/** Goes to a page of the tree by the arrow keys. */
async function goTo(title: string): Promise<void> {
  const tree = writer.page.getByRole('tree', { name: 'Pages' });
  await tree.focus();
  await writer.press('Home');
  for (let left = 30; left > 0; left--) {
    const id = await tree.getAttribute('aria-activedescendant');
    if (id === (await item(title).getAttribute('id'))) return;
    await writer.press('ArrowDown');
  }
  throw new Error(`The tree does not lead to “${title}”.`);
}

async function rename(from: string, to: string): Promise<void> {
  await goTo(from);
  await writer.press('F2');
  const field = writer.page.getByRole('tree').getByRole('textbox');
  await field.fill(to);
  await field.press('Enter');
  await item(to).waitFor(WAIT);
}

test('changes that are made offline in a tab that is then closed are made at the next opening, once and in their order', async () => {
  const [first = ''] = await addPages('Kept A', 'Kept B', 'Kept C');
  await writer.open(first);
  await item('Kept C').waitFor(WAIT);
  await writer.context.setOffline(true);
  await makePage('Kept new');
  // The page that is not there yet gets another name.
  await rename('Kept new', 'Kept renamed');
  await rename('Kept A', 'Kept A1');
  await goTo('Kept C');
  await writer.press('Alt+ArrowUp');
  // The journal is written at once, but not before the next task.
  await writer.page.waitForTimeout(1000);
  await writer.page.close();
  expect(await titlesOf('Kept')).toEqual(['Kept A', 'Kept B', 'Kept C']);
  await writer.context.setOffline(false);
  await writer.open(first);
  await expect.poll(() => titlesOf('Kept'), WAIT).toEqual(['Kept A1', 'Kept C', 'Kept B', 'Kept renamed']);
  await writer.page.getByText('4 changes of the page tree').waitFor(WAIT);
  // Nothing is left to be made again.
  await writer.open(first);
  await writer.page.waitForTimeout(5000);
  expect(await titlesOf('Kept')).toHaveLength(4);
});

test('a change that is made after the session has ended, in a tab that is then closed, is made after signing in', async () => {
  const [first = ''] = await addPages('Ended A', 'Ended B');
  await writer.open(first);
  const cookies = await writer.context.cookies();
  await writer.context.clearCookies();
  await rename('Ended B', 'Ended B1');
  await writer.page.getByRole('dialog', { name: 'Sign in' }).waitFor(WAIT);
  await writer.page.close();
  expect(await titlesOf('Ended')).toEqual(['Ended A', 'Ended B']);
  await writer.context.addCookies(cookies);
  await writer.open(first);
  await expect.poll(() => titlesOf('Ended'), WAIT).toEqual(['Ended A', 'Ended B1']);
});

test('a change that the network holds up is shown as not saved, and made when the writer has signed in again', async () => {
  const [first = ''] = await addPages('Held A');
  await writer.open(first);
  await writer.context.setOffline(true);
  await rename('Held A', 'Held A1');
  await writer.page.getByRole('status').getByText('1 change of the page tree is not saved yet').waitFor(WAIT);
  await writer.context.clearCookies();
  await writer.context.setOffline(false);
  const dialog = writer.page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email address').fill(console.user.email, WAIT);
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByRole('alert').waitFor(WAIT);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => titlesOf('Held'), WAIT).toEqual(['Held A1']);
});

describe('duplicating a page', () => {
  const duplicate = async (title: string): Promise<void> => {
    await goTo(title);
    await writer.press('Shift+F10');
    await writer.page.getByRole('menuitem', { name: 'Duplicate' }).click();
  };
  /** Adds a page with so many pages below it, each below the one before up to four levels. */
  async function addSection(title: string, count: number): Promise<string> {
    const [id = ''] = await addPages(title);
    for (let from = 0; from < count; from += 40) {
      const changes = Array.from({ length: Math.min(40, count - from) }, (_, at) => ({
        operation: 'insert_page',
        title: `${title} ${from + at}`,
        ref: `ref-${at}`,
        into: at % 4 === 0 ? id : `ref-${at - 1}`,
        document: { markdown: 'Text' },
      }));
      const response = await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
        body: { changes },
      });
      expect(response.statusCode, response.body).toBe(200);
    }
    return id;
  }

  test('with pages below it is one request', async () => {
    const id = await addSection('Single', 12);
    await writer.open(id);
    await item('Single').waitFor(WAIT);
    const requests: string[] = [];
    writer.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/content')) requests.push(request.url());
    });
    await duplicate('Single');
    const [original] = await titlesOf('Single');
    await expect.poll(async () => (await titlesOf('Single')).length, WAIT).toBe(2);
    const copy = (await titlesOf('Single'))[1];
    expect(copy).toEqual(['Single (copy)', (original as unknown[])[1]]);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['before the response to the first one', 1],
    ['before the second one', 2],
  ])(
    'whose copy needs two requests is completed at the next visit if the tab is closed %s',
    async (_, held) => {
      const title = `Double ${held}`;
      const id = await addSection(title, 60);
      await writer.open(id);
      await item(title).waitFor(WAIT);
      let sent = 0;
      await writer.page.route('**/content', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        if (++sent < held) return route.fallback();
        // The service gets the first request, and the tab does not get its response.
        if (held === 1) await route.fetch();
      });
      await duplicate(title);
      await expect.poll(() => titlesOf(`${title} (copy)`), WAIT).toHaveLength(1);
      await expect.poll(() => sent, WAIT).toBe(held);
      await writer.page.close();
      await writer.open(id);
      const [original] = (await titlesOf(title)) as [unknown[]];
      await expect.poll(() => titlesOf(`${title} (copy)`), WAIT).toEqual([[`${title} (copy)`, original[1]]]);
    },
  );
});
