/** Comments and suggestions beside the words of a page, in the console. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser, setPassword } from '../accounts.ts';
import { addMember } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { findWord, isInWindow, readClipboard, readFocused, scrollUp } from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let console: ServedConsole;
let ada: Writer;
let bob: Writer;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  ada = await console.openWriter();
  const { app } = console;
  const commenter = await addMember(app, { role: 'comment', displayName: 'Bob' });
  await setPassword(app, commenter.userId);
  bob = await console.openWriter({ cookie: await openBrowser(app, commenter.email) });
});
afterAll(async () => {
  await ada?.close();
  await bob?.close();
  await console?.close();
});

const WAIT = { timeout: 20_000 };
const SOON = { timeout: 2_000 };

const panelOf = ({ page }: Writer): Locator => page.getByRole('complementary', { name: 'Comments' });
const threadsOf = (writer: Writer): Locator =>
  panelOf(writer).getByRole('article', { name: /^(?:Comment|Suggestion) by / });

/** Opens a page as somebody who may only comment. */
async function openToRead({ page }: Writer, pageId: string): Promise<Locator> {
  await page.goto(`${console.origin}/app/s/${console.spaceId}/${pageId}`);
  const text = page.getByRole('article', { name: 'Page content' });
  await text.waitFor();
  await page.getByRole('button', { name: /^\d+ comments?$/ }).waitFor();
  return text;
}

/** Selects the word before the caret. */
async function selectWord(writer: Writer, word: string): Promise<void> {
  await writer.clickAfter(word);
  await writer.press('Control+Shift+ArrowLeft');
}

/** The words that are marked as commented. */
const marked = (writer: Writer): Promise<string[]> => writer.content.locator('.commented').allTextContents();

async function comment(writer: Writer, word: string, text: string): Promise<void> {
  await writer.page.getByRole('button', { name: /^\d+ comments?$/ }).waitFor();
  await selectWord(writer, word);
  await writer.page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Comment' })
    .click();
  await panelOf(writer).getByRole('textbox', { name: 'Comment' }).fill(text);
  await panelOf(writer).getByRole('button', { name: 'Comment', exact: true }).click();
  await threadsOf(writer)
    .filter({ hasText: text.replaceAll(/[*`]/g, '') })
    .first()
    .waitFor();
}

test('a comment on words stays beside them while the page is edited above them', async () => {
  const pageId = await console.addPage('First paragraph.\n\nThe second word of it.\n\nLast.\n');
  await ada.open(pageId);
  await comment(ada, 'second', 'Is this **right**?');
  await expect.poll(() => marked(ada), WAIT).toEqual(['second']);
  expect(await threadsOf(ada).locator('strong').allTextContents()).toContain('right');
  await ada.clickAfter('First');
  await ada.type(' new');
  await ada.press('Enter');
  await ada.type('And more');
  await ada.edited();
  expect(await marked(ada)).toEqual(['second']);
  await ada.open(pageId);
  await expect.poll(() => marked(ada), WAIT).toEqual(['second']);
  expect(ada.refused).toEqual([]);
});

test('threads are in the order of the page, with those on the whole page first, and lead to their words', async () => {
  const pageId = await console.addPage(
    'First paragraph.\n\nThe second word of it.\n\n| a |\n| - |\n| cell |\n',
  );
  await ada.open(pageId);
  await comment(ada, 'cell', 'Three');
  await comment(ada, 'second', 'Two');
  await ada.clickAfter('First');
  await ada.press('Control+/');
  await ada.page.getByRole('menuitem', { name: 'Comment' }).click();
  await panelOf(ada).getByRole('textbox', { name: 'Comment' }).fill('One');
  await panelOf(ada).getByRole('button', { name: 'Comment', exact: true }).click();
  await threadsOf(ada).filter({ hasText: 'One' }).waitFor();
  await panelOf(ada).getByRole('button', { name: 'Comment on the page' }).click();
  await panelOf(ada).getByRole('textbox', { name: 'Comment' }).fill('Whole');
  await panelOf(ada).getByRole('button', { name: 'Comment', exact: true }).click();
  await threadsOf(ada).filter({ hasText: 'Whole' }).waitFor();
  const order = ['Whole', 'One', 'Two', 'Three'];
  await expect
    .poll(async () => {
      const texts = await threadsOf(ada).allTextContents();
      return texts.map((text) => order.find((word) => text.includes(word)));
    }, WAIT)
    .toEqual(order);
  await expect
    .poll(() => ada.content.locator('.commented-block').allTextContents())
    .toEqual(['First paragraph.']);
  const active = (text: string): Promise<void> =>
    expect
      .poll(() =>
        panelOf(ada).getByRole('listitem').filter({ hasText: text }).first().getAttribute('data-active'),
      )
      .toBe('true');
  await ada.clickAfter('cell');
  await active('Three');
  await threadsOf(ada)
    .getByRole('button', { name: /second$/ })
    .click();
  await active('Two');
  await expect.poll(() => ada.content.locator('.commented.is-active').allTextContents()).toEqual(['second']);
  expect(ada.refused).toEqual([]);
});

/** Selects a word of a page that cannot be edited, by a double click. */
async function selectToComment(writer: Writer, text: Locator, word: string): Promise<void> {
  const place = await text.evaluate(findWord, word);
  if (!place) throw new Error(`The page does not show “${word}”.`);
  await writer.page.mouse.dblclick(place.x - 4, place.y);
  await writer.page.getByRole('toolbar', { name: 'Comment on the selection' }).waitFor();
}

async function suggest(writer: Writer, text: Locator, words: { from: string; to: string }): Promise<void> {
  await selectToComment(writer, text, words.from);
  await writer.page
    .getByRole('toolbar', { name: 'Comment on the selection' })
    .getByRole('button', { name: 'Suggest' })
    .click();
  await panelOf(writer).getByRole('textbox', { name: 'Suggested text' }).fill(words.to);
  await panelOf(writer).getByRole('button', { name: 'Suggest' }).click();
  await threadsOf(writer).filter({ hasText: words.to }).first().waitFor();
}

const openPanel = (writer: Writer): Promise<void> =>
  writer.page.getByRole('button', { name: /^\d+ comments?$/ }).click();

test('a suggestion of somebody who may only comment is applied as one changed line by both', async () => {
  const pageId = await console.addPage('The first line.\n\nThe second word of it.\n\nLast.\n');
  await ada.open(pageId);
  await openPanel(ada);
  const text = await openToRead(bob, pageId);
  await suggest(bob, text, { from: 'second', to: 'third' });
  const thread = threadsOf(ada).first();
  await thread.waitFor(SOON);
  expect(await thread.locator('del').textContent()).toBe('second');
  expect(await thread.locator('ins').textContent()).toBe('third');
  await thread.getByRole('button', { name: 'Apply' }).click();
  await thread.waitFor({ state: 'detached' });
  expect(await console.source(pageId)).toContain('\n\nThe first line.\n\nThe third word of it.\n\nLast.\n');
  await ada.content.getByText('The third word').waitFor();
  const { items } = (
    await console.app.request('GET', `/v1/spaces/${console.spaceId}/revisions?limit=1`)
  ).json();
  expect(items[0]).toMatchObject({
    createdBy: { displayName: 'Bob' },
    coAuthor: { id: console.user.userId },
  });
  await threadsOf(bob)
    .first()
    .waitFor({ ...SOON, state: 'detached' });
  for (const writer of [ada, bob]) {
    await panelOf(writer).getByRole('combobox', { name: 'Comments shown' }).selectOption('Resolved');
    await threadsOf(writer).getByText('Applied by Somebody').waitFor();
  }
  expect(ada.refused).toEqual([]);
});

test('a suggestion for words that others have changed shows both texts and stays open', async () => {
  const pageId = await console.addPage('The second word of it.\n');
  const text = await openToRead(bob, pageId);
  await suggest(bob, text, { from: 'second', to: 'third' });
  await ada.open(pageId);
  await openPanel(ada);
  await selectWord(ada, 'second');
  await ada.type('other');
  await ada.edited();
  await threadsOf(ada).getByRole('button', { name: 'Apply' }).click();
  const alert = threadsOf(ada).getByRole('alert');
  await alert.waitFor();
  const told = String(await alert.textContent());
  for (const words of ['The other word of it.', 'The third word of it.']) expect(told).toContain(words);
  expect(ada.refused.splice(0)).toHaveLength(1);
  await threadsOf(ada).getByRole('button', { name: 'Dismiss' }).click();
  await threadsOf(ada).getByText('Dismissed by Somebody').waitFor();
  expect(await console.source(pageId)).toContain('The other word of it.\n');
});

test('all open suggestions are applied together', async () => {
  const pageId = await console.addPage('One word.\n\nTwo words.\n');
  const text = await openToRead(bob, pageId);
  await suggest(bob, text, { from: 'One', to: 'A' });
  await suggest(bob, text, { from: 'Two', to: 'Some' });
  await ada.open(pageId);
  await openPanel(ada);
  await panelOf(ada).getByRole('button', { name: 'Apply all 2' }).click();
  await ada.page.getByText('2 suggestions applied').waitFor();
  expect(await console.source(pageId)).toContain('A word.\n\nSome words.\n');
});

test('two people see each other’s comments, replies, reactions and resolutions within two seconds', async () => {
  const pageId = await console.addPage('The second word of it.\n');
  const text = await openToRead(bob, pageId);
  await openPanel(bob);
  await ada.open(pageId);
  await comment(ada, 'second', 'Sure?');
  const [adas, bobs] = [threadsOf(ada).first(), threadsOf(bob).first()];
  await ada.clickAfter('word');
  await expect.poll(() => text.locator('[data-other="Somebody"]').count(), WAIT).toBe(1);
  await bobs.getByText('Sure?').waitFor(SOON);
  await expect.poll(() => text.locator('.commented').allTextContents(), SOON).toEqual(['second']);
  await bobs.getByRole('button', { name: 'Reply' }).click();
  const reply = bobs.getByRole('textbox', { name: 'Reply to Somebody' });
  await reply.pressSequentially('Ask @Some');
  await bob.page.getByRole('option', { name: /^Somebody/ }).click();
  await expect.poll(() => reply.inputValue()).toBe('Ask @Somebody ');
  await bobs.getByRole('button', { name: 'Reply', exact: true }).click();
  await adas.getByText('@Somebody').waitFor(SOON);
  await adas.getByRole('button', { name: 'Add reaction' }).first().click();
  await adas.getByRole('button', { name: '🎉' }).click();
  await bobs.getByRole('button', { name: '🎉 by Somebody' }).waitFor(SOON);
  await adas.getByRole('button', { name: 'Resolve' }).click();
  await bobs.waitFor({ state: 'detached', ...SOON });
  await expect.poll(() => text.locator('.commented').count(), SOON).toBe(0);
  await panelOf(bob).getByRole('combobox', { name: 'Comments shown' }).selectOption('Resolved');
  await threadsOf(bob).getByText('Resolved by Somebody').waitFor();
  await panelOf(ada).getByRole('combobox', { name: 'Comments shown' }).selectOption('Resolved');
  await threadsOf(ada).getByRole('button', { name: 'Reopen' }).click();
  await panelOf(bob).getByRole('combobox', { name: 'Comments shown' }).selectOption('Open');
  await threadsOf(bob).getByText('Sure?').waitFor(SOON);
});

test('a comment is outdated when its words are gone, and shows them', async () => {
  const pageId = await console.addPage('The second word of it.\n');
  await ada.open(pageId);
  await comment(ada, 'second', 'Sure?');
  await selectWord(ada, 'second');
  await ada.type('third');
  await ada.edited();
  const thread = threadsOf(ada).first();
  await thread.getByText('Outdated').waitFor(WAIT);
  expect(await thread.getByRole('blockquote').textContent()).toBe('second');
  expect(await marked(ada)).toEqual([]);
});

test('what was written is there after the panel, the tab and the connection are gone', async () => {
  const pageId = await console.addPage('The second word of it.\n');
  await ada.open(pageId);
  await selectWord(ada, 'second');
  await ada.page.getByRole('button', { name: 'Comment', exact: true }).click();
  const field = panelOf(ada).getByRole('textbox', { name: 'Comment' });
  await field.fill('Half a thought');
  await panelOf(ada).getByRole('button', { name: 'Close' }).first().click();
  await ada.open(pageId);
  await openPanel(ada);
  await panelOf(ada).getByRole('region', { name: 'Not sent' }).getByText('Half a thought').waitFor();
  await panelOf(ada).getByRole('button', { name: 'Continue' }).click();
  await ada.context.setOffline(true);
  await panelOf(ada).getByRole('button', { name: 'Comment', exact: true }).click();
  await panelOf(ada).getByText('Not sent yet. Trying again').waitFor();
  await ada.context.setOffline(false);
  await threadsOf(ada).getByText('Half a thought').waitFor(WAIT);
  await expect.poll(() => marked(ada), WAIT).toEqual(['second']);
  await ada.open(pageId);
  await openPanel(ada);
  await threadsOf(ada).first().waitFor();
  expect(await threadsOf(ada).count()).toBe(1);
  expect(await panelOf(ada).getByRole('region', { name: 'Not sent' }).count()).toBe(0);
});

test('a comment is written, answered, resolved, found again and deleted by the keyboard alone', async () => {
  const pageId = await console.addPage('The second word of it.\n');
  await ada.open(pageId);
  await ada.page.getByRole('button', { name: /^\d+ comments?$/ }).waitFor();
  await ada.content.focus();
  await ada.press('Control+Home', 'Control+ArrowRight', 'Control+Shift+ArrowRight');
  await ada.press('Control+Alt+m');
  await panelOf(ada).getByRole('textbox', { name: 'Comment' }).waitFor();
  await expect.poll(() => focused(ada)).toBe('Comment');
  await ada.type('By key');
  await ada.press('Control+Enter');
  const thread = threadsOf(ada).first();
  await thread.getByText('By key').waitFor();
  await tabTo(ada, 'Reply');
  await ada.press('Enter');
  await ada.type('Yes');
  await ada.press('Control+Enter');
  await thread.getByText('Yes').waitFor();
  await tabTo(ada, 'Resolve');
  await ada.press('Enter');
  await thread.waitFor({ state: 'detached' });
  await ada.press('Escape');
  await ada.page.goto(`${console.origin}/app/s/${console.spaceId}/${pageId}`);
  await openPanel(ada);
  await tabTo(ada, 'Comments shown');
  await ada.press('ArrowDown');
  await thread.getByText('By key').waitFor();
  await tabTo(ada, 'More about what Somebody wrote');
  await ada.press('Enter');
  await ada.page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await ada.press('End', 'Enter');
  await ada.page.getByRole('alertdialog').waitFor();
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await panelOf(ada).getByText('No resolved comments.').waitFor();
});

const focused = ({ page }: Writer): Promise<string> => page.evaluate(readFocused);

/** Presses Tab until something with this name has the focus. */
async function tabTo(writer: Writer, name: string): Promise<void> {
  for (let count = 0; count < 60; count++) {
    if ((await focused(writer)) === name) return;
    await writer.press('Tab');
  }
  throw new Error(`The Tab key does not lead to “${name}”.`);
}

test('the address of a comment opens it at its place', async () => {
  const pageId = await console.addPage(`${'A paragraph.\n\n'.repeat(60)}The second word of it.\n`);
  await ada.open(pageId);
  await comment(ada, 'second', 'Far down');
  await threadsOf(ada).getByRole('button', { name: 'More about what Somebody wrote' }).click();
  await ada.page.getByRole('menuitem', { name: 'Copy link' }).click();
  await ada.page.getByText('Link copied').waitFor();
  const address = await ada.page.evaluate(readClipboard);
  await ada.page.goto(address);
  await threadsOf(ada).getByText('Far down').waitFor();
  await expect.poll(() => ada.content.locator('.commented.is-active').evaluate(isInWindow), WAIT).toBe(true);
});

describe.each([360, 1440])('at a width of %i', (width) => {
  test.each(['light', 'dark'] as const)(
    'the panel and its forms have no violations in %s',
    async (scheme) => {
      const pageId = await console.addPage('The second word of it.\n\nAnother line.\n');
      await ada.page.setViewportSize({ width, height: 800 });
      await ada.page.emulateMedia({ colorScheme: scheme });
      await ada.open(pageId);
      await ada.page.setViewportSize({ width, height: 800 });
      await ada.page.emulateMedia({ colorScheme: scheme });
      await comment(ada, 'second', 'Is this **right**, or `not`?');
      await threadsOf(ada).getByRole('button', { name: 'Reply' }).click();
      expect(await auditPage(ada.page)).toEqual([]);
      await panelOf(ada).getByRole('button', { name: 'Close' }).first().click();
      await selectWord(ada, 'Another');
      await ada.page.getByRole('button', { name: 'Suggest', exact: true }).click();
      await panelOf(ada).getByRole('textbox', { name: 'Suggested text' }).waitFor();
      expect(await auditPage(ada.page)).toEqual([]);
    },
  );
});

test('the discussion of a change request has the comments of its pages and of its reviews', async () => {
  const pageId = await console.addPage('The second word of it.\n');
  const { app, spaceId, origin } = console;
  const space = `/v1/spaces/${spaceId}`;
  const { number } = (await app.request('POST', `${space}/change-requests`, { body: {} })).json();
  await app.request('PATCH', `${space}/change-requests/${number}`, { body: { status: 'open' } });
  const request = `${origin}/app/s/${spaceId}/change-requests/${number}`;
  await ada.page.goto(`${request}/${pageId}`);
  await ada.content.waitFor();
  await comment(ada, 'second', 'On these words');
  await bob.page.goto(`${request}?tab=discussion`);
  const discussion = bob.page.getByRole('tabpanel', { name: /^Discussion/ });
  await discussion.getByText('On these words').waitFor();
  const field = discussion.getByRole('textbox', { name: 'Comment' });
  await field.fill('About all of it');
  await discussion.getByRole('button', { name: 'Comment', exact: true }).click();
  await discussion.getByText('About all of it').waitFor();
  const reviewer = await addMember(app, { role: 'review' });
  const review = await app.request('POST', `${space}/change-requests/${number}/reviews`, {
    token: reviewer.token,
    body: { status: 'changes-requested', comment: { markdown: 'From my review' } },
  });
  expect(review.statusCode, review.body).toBeLessThan(300);
  await discussion.getByText('From my review').waitFor(SOON);
  expect(await auditPage(bob.page)).toEqual([]);
  await discussion.getByRole('link', { name: /second$/ }).click();
  await threadsOf(bob).getByText('On these words').waitFor();
  await bob.page
    .getByRole('article', { name: 'Page content' })
    .or(bob.content)
    .locator('.commented')
    .waitFor();
  // The comments of the space itself are others.
  await ada.open(pageId);
  await ada.page.getByRole('button', { name: '0 comments' }).waitFor();
});

test('a block of the changes has a button to comment on it, and its comments with those on blocks in it', async () => {
  const table = '| Name |\n| - |\n| cell |\n';
  const pageId = await console.addPage(`The second word of it.\n\n${table}`);
  const { app, spaceId, origin } = console;
  const space = `/v1/spaces/${spaceId}`;
  const { number } = (await app.request('POST', `${space}/change-requests`, { body: {} })).json();
  const request = `${space}/change-requests/${number}`;
  await app.request('POST', `${request}/content`, {
    body: {
      changes: [
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: `The third word of it.\n\n${table.replace('cell', 'box')}` },
        },
      ],
    },
  });
  const { document } = (await app.request('GET', `${request}/content/page/${pageId}`)).json();
  const cell = document.nodes.at(-1).fragments.at(-1).nodes[0].key;
  await app.request('POST', `${request}/comments`, {
    body: { body: { markdown: 'Why a box?' }, page: pageId, node: cell },
  });
  await ada.page.goto(`${origin}/app/s/${spaceId}/change-requests/${number}`);
  const [changed, withTable] = ['third', 'box'].map((word) =>
    ada.page.getByRole('group', { name: 'Changed part' }).filter({ hasText: word }),
  ) as [Locator, Locator];
  await withTable
    .getByRole('article', { name: /^Comment by / })
    .getByText('Why a box?')
    .waitFor();
  await changed.getByRole('button', { name: 'Comment' }).click();
  await changed.getByRole('textbox', { name: 'Comment' }).fill('Why third?');
  await changed.getByRole('button', { name: 'Comment', exact: true }).click();
  await changed.getByRole('article', { name: 'Comment by Somebody' }).getByText('Why third?').waitFor();
  expect(await auditPage(ada.page)).toEqual([]);
  await ada.page.goto(`${origin}/app/s/${spaceId}/change-requests/${number}/${pageId}`);
  await ada.content.locator('.commented-block').getByText('The third word').waitFor();
});

test('one of many threads is shown with its neighbors, and the others as one scrolls', async () => {
  const words = Array.from({ length: 90 }, (_, at) => `word${at}`);
  const pageId = await console.addPage(`${words.map((word) => `The ${word} here.`).join('\n\n')}\n`);
  const { app, spaceId, origin } = console;
  const space = `/v1/spaces/${spaceId}`;
  const { document } = (await app.request('GET', `${space}/content/page/${pageId}`)).json();
  const keys = document.nodes.slice(-words.length).map(({ key }: { key: string }) => key);
  let last = '';
  for (const [at, quote] of words.entries()) {
    const posted = await app.request('POST', `${space}/comments`, {
      body: {
        body: { markdown: `About ${quote}!` },
        page: pageId,
        node: keys[at],
        range: { start: 4, end: 4 + quote.length, quote },
      },
    });
    last = posted.json().id;
  }
  await ada.page.goto(`${origin}/app/s/${spaceId}/${pageId}?comment=${last}`);
  await threadsOf(ada).filter({ hasText: 'About word89!' }).waitFor();
  await expect.poll(() => ada.content.locator('.commented').count(), WAIT).toBe(90);
  expect(await threadsOf(ada).count()).toBeLessThan(90);
  await expect
    .poll(async () => {
      await panelOf(ada).evaluate(scrollUp);
      return threadsOf(ada).filter({ hasText: 'About word0!' }).count();
    }, WAIT)
    .toBe(1);
});
