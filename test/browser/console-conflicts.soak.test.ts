/** Conflicts of change requests, decided in the console, and the history of pages and spaces. */
import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AddedUser, addMember, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';
import type { WatchedPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let console_: OpenConsole;
let ada: AddedUser;
let bob: AddedUser;
let adas: WatchedPage;
let bobs: WatchedPage;

beforeAll(async () => {
  console_ = await openConsole();
  const { app } = console_;
  ada = await addMember(app, { role: 'review', displayName: 'Ada' });
  bob = await addMember(app, { role: 'review', displayName: 'Bob' });
  adas = await console_.open({ token: ada.token });
  bobs = await console_.open({ token: bob.token, width: 360 });
});
afterAll(() => console_?.close());

const PICTURES = process.env.LECTERN_PICTURES;
async function take(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

async function edit(
  url: string,
  changes: object[],
  token?: string,
): Promise<{ revision: string; pages: string[] }> {
  const response = await console_.app.request('POST', url, {
    body: { changes },
    ...(token ? { token } : {}),
  });
  expect(response.statusCode, response.body).toBe(200);
  const { revision, changes: done = [] } = response.json();
  return { revision, pages: done.map(({ page }: { page?: { id: string } }) => page?.id ?? '') };
}

const written = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown: `# Install\n\n${markdown}` },
});

const pictureOf = (color: string): string =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><rect width="160" height="90" fill="${color}"/></svg>`,
  ).toString('base64');

/** A space with a page that a change request and the space have changed differently in three places, and a picture. */
async function addConflicting(): Promise<{
  spaceId: string;
  page: string;
  url: string;
  source(): Promise<string>;
}> {
  const spaceId = await addSpace(console_.app, { title: 'Guides' });
  const content = `/v1/spaces/${spaceId}/content`;
  const text = (word: string) =>
    `The ${word} text.\n\n## Steps\n\n* one ${word}\n* two\n\n| Name | Size |\n| ---- | ---- |\n| a | ${word} |\n| b | 2 |\n`;
  const { pages } = await edit(content, [
    { operation: 'insert_page', title: 'Install', document: { markdown: text('first') } },
  ]);
  const page = pages[0] as string;
  const added = await console_.app.request('POST', content, {
    body: {
      changes: [{ operation: 'insert_files', files: [{ name: 'picture.svg', base64: pictureOf('gray') }] }],
    },
  });
  const picture = (color: string) => ({
    operation: 'update_file',
    file: added.json().insertedFiles[0].id,
    base64: pictureOf(color),
  });
  const space = `/v1/spaces/${spaceId}/change-requests`;
  await console_.app.request('POST', space, { token: ada.token, body: { subject: 'Explain it' } });
  await console_.app.request('PATCH', `${space}/1`, { token: ada.token, body: { status: 'open' } });
  await edit(`${space}/1/content`, [written(page, text('our')), picture('blue')], ada.token);
  await edit(content, [written(page, text('their')), picture('red')], bob.token);
  return {
    spaceId,
    page,
    url: `/s/${spaceId}/change-requests/1?tab=checks`,
    source: async () =>
      (await console_.app.request('GET', `${content}/page/${page}?format=markdown`)).json().markdown,
  };
}

const goTo = (page: Page, path: string) => page.goto(`${console_.baseUrl}/app${path}`);
/** `name`: the place of the conflict. */
const conflict = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^Conflict \\d: ${name}$`) });
const decide = async (card: Locator, choice: string): Promise<void> => {
  await card.getByRole('radiogroup', { name: 'Which text?' }).getByRole('radio', { name: choice }).check();
  await card.getByRole('button', { name: 'Decide' }).click();
};

describe('the conflicts of a change request', () => {
  test('are decided one by one, with their texts and the result as readers see them, and merged', async () => {
    const { spaceId, url, source } = await addConflicting();
    const { page } = adas;
    await goTo(page, url);
    await page.getByText('0 of 4 decided').waitFor();
    const picture = conflict(page, 'File picture.svg');
    const text = conflict(page, 'Install');
    const list = conflict(page, 'Install › Steps › List');
    const table = conflict(page, 'Install › Steps › Table');
    expect(await picture.getByRole('img', { name: 'picture.svg' }).count()).toBe(3);
    for (const word of ['first', 'our', 'their'])
      await text.getByText(`The ${word} text.`, { exact: true }).first().waitFor();
    expect(await text.getByRole('radio').count()).toBe(4);
    expect(await table.getByRole('table').count()).toBe(3);
    await take(page, 'conflicts-1440');
    expect(await auditPage(page)).toEqual([]);

    await decide(picture, 'This change request');
    await page.getByText('1 of 4 decided').waitFor();
    await picture.getByText('Ada decided: This change request').waitFor();
    await writeInEditor(page, text);
    await page.getByText('2 of 4 decided').waitFor();
    await list.getByRole('radio', { name: 'Both' }).check();
    await resultOf(list).getByText('one their').waitFor();
    await decide(list, 'Both');
    await page.getByText('3 of 4 decided').waitFor();
    await table.getByRole('radio', { name: 'A new text' }).check();
    await table.getByRole('button', { name: 'Markdown' }).click();
    await table.getByRole('textbox', { name: 'New text' }).fill('| a | **new** |');
    await resultOf(table).getByRole('cell', { name: 'new' }).waitFor();
    await decide(table, 'A new text');
    await page.getByText('4 of 4 decided').waitFor();
    await take(page, 'conflicts-decided-1440');
    expect(await auditPage(page)).toEqual([]);

    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Merged', { exact: true }).waitFor();
    expect(await source()).toBe(
      '# Install\n\nThe their text. **Added**\n\n***\n\n## Steps\n\n* one our\n* one their\n* two\n\n| Name | Size |\n| ---- | ---- |\n| a | **new** |\n| b | 2 |\n',
    );
    const { parents } = (await console_.app.request('GET', `/v1/spaces/${spaceId}/revisions?limit=1`)).json()
      .items[0];
    expect(parents).toHaveLength(2);
  });

  const resultOf = (card: Locator): Locator => card.getByRole('figure').filter({ hasText: 'Result' });

  /** Writes a text in the editor, which begins with the chosen one, reloads the page, and decides for what is kept. */
  async function writeInEditor(page: Page, card: Locator): Promise<void> {
    await card.getByRole('radio', { name: 'The space' }).check();
    const own = card.getByRole('radio', { name: 'A new text' });
    await own.check();
    const editor = card.getByRole('textbox', { name: 'New text' });
    await editor.getByText('The their text.').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Added');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await toolbar.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.press('End');
    // The editor has read that nothing is selected any more.
    await toolbar.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('/divider');
    await page.getByRole('listbox', { name: 'Insert block' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await resultOf(card).getByRole('separator').waitFor();
    await resultOf(card).getByText('Added').waitFor();
    await take(page, 'conflicts-editor-1440');
    expect(await auditPage(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => own.evaluate((radio) => radio.matches(':focus'))).toBe(true);
    await page.reload();
    await editor.getByText('Added').waitFor();
    expect(await own.isChecked()).toBe(true);
    await card.getByRole('button', { name: 'Decide' }).click();
    await card.getByText('Ada decided: A new text').waitFor();
  }

  test('are seen by two people at once: nobody replaces a decision that they have not seen', async () => {
    const { url } = await addConflicting();
    await Promise.all([goTo(adas.page, url), goTo(bobs.page, url)]);
    const [his, hers] = [conflict(bobs.page, 'Install'), conflict(adas.page, 'Install')];
    await his.getByRole('radio', { name: 'A new text' }).check();
    const text = his.getByRole('textbox', { name: 'New text' });
    await text.getByText('The our text.').click();
    await bobs.page.keyboard.press('ControlOrMeta+a');
    await bobs.page.keyboard.type('What Bob is writing.');
    await take(bobs.page, 'conflicts-360');
    expect(await auditPage(bobs.page)).toEqual([]);
    await decide(hers, 'The space');
    await hers.getByText('Ada decided: The space').waitFor();
    // Bob hears of it, and his text is still there.
    await his.getByText('Ada decided: The space').waitFor();
    await his.getByRole('alert').getByText('Somebody else has decided this in the meantime').waitFor();
    expect(await text.textContent()).toBe('What Bob is writing.');
    await his.getByRole('button', { name: 'Decide' }).click();
    await hers.getByText('Bob decided: A new text').waitFor();
    expect(await bobs.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

describe('the history', () => {
  async function addHistory() {
    const spaceId = await addSpace(console_.app, { title: 'Guides' });
    const content = `/v1/spaces/${spaceId}/content`;
    const { pages } = await edit(content, [
      { operation: 'insert_page', title: 'Install', document: { markdown: 'First.\n\nSecond.\n' } },
    ]);
    const page = pages[0] as string;
    const source = async (): Promise<string> =>
      (await console_.app.request('GET', `${content}/page/${page}?format=markdown`)).json().markdown;
    return { spaceId, page, content, source };
  }

  test('shows edits of one person as one entry, and merges with their change request and its people', async () => {
    const { spaceId, page: pageId, content } = await addHistory();
    for (const word of ['One', 'Two', 'Three'])
      await edit(content, [written(pageId, `${word}.\n\nSecond.\n`)], ada.token);
    const space = `/v1/spaces/${spaceId}/change-requests`;
    await console_.app.request('POST', space, { token: bob.token, body: { subject: 'Say more' } });
    await console_.app.request('PATCH', `${space}/1`, { token: bob.token, body: { status: 'open' } });
    await edit(`${space}/1/content`, [written(pageId, 'Three.\n\nSecond, better.\n')], bob.token);
    await console_.app.request('POST', `${space}/1/merge`, { token: ada.token });
    const { page } = adas;
    await goTo(page, `/s/${spaceId}/revisions?of=${pageId}`);
    const days = page.getByRole('main').getByRole('list').first();
    await days.getByText('Ada merged a change request').waitFor();
    await days.getByText('Written by Bob').waitFor();
    await days.getByRole('link', { name: 'Change request 1: Say more' }).waitFor();
    await days.getByRole('button', { name: '3 edits' }).click();
    await take(page, 'history-1440');
    expect(await auditPage(page)).toEqual([]);
    await goTo(bobs.page, `/s/${spaceId}/revisions?of=${pageId}`);
    await bobs.page.getByText('Written by Bob').waitFor();
    await take(bobs.page, 'history-360');
    expect(await auditPage(bobs.page)).toEqual([]);
    expect(await bobs.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('compares any two versions, and restores a block and a page, which can be taken back', async () => {
    const { spaceId, page: pageId, content, source } = await addHistory();
    await edit(content, [written(pageId, 'First, edited.\n\nSecond.\n')], ada.token);
    await edit(content, [written(pageId, 'First, edited.\n\nSecond, edited.\n')], bob.token);
    const { page } = adas;
    await goTo(page, `/s/${spaceId}/revisions?of=${pageId}`);
    const choices = page.getByRole('checkbox', { name: /^Compare the version of/ });
    await choices.nth(2).check();
    await page.getByText('Choose a second version.').waitFor();
    await choices.nth(0).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes of “Install”' }).waitFor();
    await page.getByText('edited').first().waitFor();
    await take(page, 'compare-1440');
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore this block' }).first().click();
    await page.getByText('The block was restored').waitFor();
    expect(await source()).toBe('# Install\n\nFirst.\n\nSecond, edited.\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(source).toBe('# Install\n\nFirst, edited.\n\nSecond, edited.\n');

    await goTo(page, `/s/${spaceId}/revisions?of=${pageId}`);
    await page
      .getByRole('button', { name: /^Restore the version of/ })
      .last()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The version was restored').waitFor();
    expect(await source()).toBe('# Install\n\nFirst.\n\nSecond.\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(source).toBe('# Install\n\nFirst, edited.\n\nSecond, edited.\n');
  });

  test('lists the pages that differ between two versions of the space', async () => {
    const { spaceId, page: pageId, content } = await addHistory();
    const { revision: from } = await edit(content, [written(pageId, 'Other.\n')]);
    const { revision: to } = await edit(content, [
      { operation: 'insert_page', title: 'Upgrade', document: { markdown: 'New.\n' } },
      written(pageId, 'Other, edited.\n'),
    ]);
    await goTo(bobs.page, `/s/${spaceId}/compare?from=${from}&to=${to}`);
    const list = bobs.page.getByRole('list', { name: 'Changed pages' });
    await list.getByRole('listitem').filter({ hasText: 'Upgrade' }).getByText('Added').waitFor();
    await take(bobs.page, 'compare-360');
    expect(await auditPage(bobs.page)).toEqual([]);
    await list.getByRole('link', { name: 'Install' }).click();
    await bobs.page.getByRole('heading', { level: 1, name: 'Changes of “Install”' }).waitFor();
    expect(await bobs.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
