/** Two people in one page: each sees what the other writes, and nothing that one of them has written is lost. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAccount, openBrowser } from '../accounts.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let ada: Writer;
let bob: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  ada = await console.openWriter();
  bob = await console.openWriter();
});
afterAll(async () => {
  await ada?.close();
  await bob?.close();
  await console?.close();
});

const count = (text: string, word: string): number => text.split(word).length - 1;
const WAIT = { timeout: 20_000 };

async function openBoth(markdown: string): Promise<string> {
  const pageId = await console.addPage(markdown);
  await Promise.all([ada.open(pageId), bob.open(pageId)]);
  return pageId;
}

const cardOf = (writer: Writer): Locator => writer.page.getByRole('region', { name: 'Conflict' });

/** Both replace the same word at once. Returns whose text was saved, and whose was not. */
async function writeOver(word: string): Promise<{ saved: Writer; unsaved: Writer; texts: [string, string] }> {
  for (const one of [ada, bob]) {
    await one.clickAfter(word);
    await one.press('Control+Shift+ArrowLeft');
  }
  await Promise.all([ada.type('Adas'), bob.type('Bobs')]);
  await Promise.all([ada, bob].map((one) => cardOf(one).waitFor()));
  const isAdas = (await ada.page.getByRole('status', { name: 'Saved', exact: true }).count()) > 0;
  return isAdas
    ? { saved: ada, unsaved: bob, texts: ['Adas', 'Bobs'] }
    : { saved: bob, unsaved: ada, texts: ['Bobs', 'Adas'] };
}

const expectTexts = async (card: Locator): Promise<void> => {
  await card.waitFor();
  const text = String(await card.textContent());
  for (const word of ['same', 'Adas', 'Bobs']) expect(text).toContain(word);
};

const gone = (card: Locator): Promise<void> => card.waitFor({ state: 'detached' });

describe('who change the same word', () => {
  const FORMS = {
    'a paragraph': 'Before.\n\nThe same word.\n\nAfter.\n',
    'an item of a list': '* one\n* The same word.\n* three\n',
    'a cell of a table': '| a | b |\n| - | - |\n| The same word. | x |\n',
  };

  test.each(Object.entries(FORMS))('in %s see three texts in both windows', async (_form, markdown) => {
    const pageId = await openBoth(markdown);
    const { saved, unsaved, texts } = await writeOver('same');
    for (const one of [ada, bob]) await expectTexts(cardOf(one));
    // Whoever has saved first decides for the other text.
    await cardOf(saved).getByRole('button', { name: 'Keep theirs' }).click();
    await Promise.all([ada, bob].map((one) => gone(cardOf(one))));
    for (const one of [ada, bob]) await one.content.getByText(`The ${texts[1]} word.`).waitFor();
    await Promise.all([ada.saved(), bob.saved()]);
    const source = await console.source(pageId);
    expect([count(source, texts[0]), count(source, texts[1])]).toEqual([0, 1]);
    await unsaved.page.getByText('Somebody else has decided').waitFor();
  });

  test('can keep both', async () => {
    const pageId = await openBoth('The same word.\n');
    const { unsaved } = await writeOver('same');
    await cardOf(unsaved).getByRole('button', { name: 'Keep both' }).click();
    await Promise.all([ada, bob].map((one) => gone(cardOf(one))));
    await Promise.all([ada.saved(), bob.saved()]);
    const source = await console.source(pageId);
    expect([count(source, 'Adas'), count(source, 'Bobs')]).toEqual([1, 1]);
    for (const one of [ada, bob])
      for (const word of ['Adas', 'Bobs']) await one.content.getByText(`The ${word} word.`).waitFor();
  });

  test('lose nothing when both windows are closed and opened again', async () => {
    const pageId = await openBoth('The same word.\n');
    const { saved, unsaved, texts } = await writeOver('same');
    await saved.open(pageId);
    await expectTexts(cardOf(saved));
    await unsaved.open(pageId);
    await expectTexts(cardOf(unsaved));
    await saved.open(pageId);
    await expectTexts(cardOf(saved));
    await cardOf(saved).getByRole('button', { name: 'Keep yours' }).click();
    await Promise.all([ada, bob].map((one) => gone(cardOf(one))));
    await unsaved.content.getByText(`The ${texts[0]} word.`).waitFor();
    // The text that was given up can be had again.
    await unsaved.page.getByRole('button', { name: 'Bring back yours' }).click();
    await expect.poll(() => console.source(pageId), WAIT).toContain(texts[1]);
    await unsaved.saved();
  });
});

test('two people in different items, rows and sentences see both texts within two seconds', async () => {
  const pageId = await openBoth(
    '* item1\n* item2\n* item3\n\n| a | b |\n| - | - |\n| cell1 | x |\n| cell2 | y |\n| cell3 | z |\n\nFirst one here. Second one there.\n',
  );
  const pairs = [
    ['item1', 'item3'],
    ['cell1', 'cell3'],
    ['here', 'there'],
  ] as const;
  for (const [ours, theirs] of pairs) {
    await ada.clickAfter(ours);
    await bob.clickAfter(theirs);
    await Promise.all([ada.type('A'), bob.type('B')]);
    for (const one of [ada, bob]) {
      await one.content.getByText(`${ours}A`).waitFor(WAIT);
      await one.content.getByText(`${theirs}B`).waitFor(WAIT);
    }
    // The caret stays behind what was typed.
    await Promise.all([ada.saved(), bob.saved()]);
    await Promise.all([ada.type('A'), bob.type('B')]);
    for (const one of [ada, bob]) {
      await one.content.getByText(`${ours}AA`).waitFor(WAIT);
      await one.content.getByText(`${theirs}BB`).waitFor(WAIT);
    }
  }
  for (const one of [ada, bob]) {
    expect(await one.page.getByRole('alert').allTextContents()).toEqual([]);
    expect(await cardOf(one).count()).toBe(0);
  }
  await Promise.all([ada.saved(), bob.saved()]);
  const source = await console.source(pageId);
  for (const [ours, theirs] of pairs)
    expect([count(source, `${ours}AA`), count(source, `${theirs}BB`)]).toEqual([1, 1]);
  // Each undoes what they have written themselves.
  for (let count = 0; count < 12; count++) await ada.press('Control+z');
  await expect.poll(() => console.source(pageId), WAIT).not.toMatch(/[13]A|hereA/);
  const undone = await console.source(pageId);
  for (const [, theirs] of pairs) expect(count(undone, `${theirs}BB`)).toBe(1);
});

test.each(['who may only read', 'whose space takes change requests alone'])(
  'somebody %s sees what others write without loading the page again',
  async (reader) => {
    const { app, origin, spaceId } = console;
    const isReader = reader === 'who may only read';
    const { email } = await addAccount(app, { role: 'read' });
    const pageId = await console.addPage('First.\n\nSecond.\n');
    const other = await console.openWriter(isReader ? { cookie: await openBrowser(app, email) } : {});
    const lock = (editMode: string) => app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { editMode } });
    await ada.open(pageId);
    if (!isReader) expect((await lock('locked')).statusCode).toBe(200);
    await other.page.goto(`${origin}/app/s/${spaceId}/${pageId}`);
    const text = other.page.getByRole('article', { name: 'Page content' });
    await text.getByText('Second.').waitFor();
    if (!isReader) await lock('live');
    await ada.clickAfter('First');
    await ada.type(' and more');
    await text.getByText('First and more.').waitFor(WAIT);
    await ada.title.fill('Another title');
    await other.page.getByRole('heading', { name: 'Another title', level: 1 }).waitFor(WAIT);
    await ada.saved();
    expect(other.refused).toEqual([]);
    await other.close();
  },
);
