import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readCorporaPages, type SourcePage } from '../../packages/markdown/test/corpora-pages.ts';
import { whyNoCorpora } from '../git-fixtures.ts';
import { HAND_WRITTEN_BLOCKS, writePage } from '../hand-written-blocks.ts';
import { createRandom } from '../random.ts';
import {
  type ChosenBlock,
  chooseBlock,
  findEndOfBlock,
  goTo,
  hasArrived,
  isAtEndOfBlock,
} from './in-page.mjs';
import { changedLines, type ServedConsole, serveConsole, type Writer } from './served-console.ts';

const IS_LONG = process.env.LECTERN_SOAK === '1';
const PAGES = IS_LONG ? Number(process.env.LECTERN_SOAK_PAGES ?? 300) : 6;

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: IS_LONG ? 1_800_000 : 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  console = await serveConsole();
  writer = await console.openWriter();
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});
afterEach(() => {
  expect(writer.refused.splice(0)).toEqual([]);
  expect(writer.takeEvents()).toEqual([]);
});

interface AddedPage extends SourcePage {
  id: string;
}

/** Adds pages to the space. `source` is then what the service has. */
async function addPages(pages: readonly SourcePage[]): Promise<AddedPage[]> {
  const added: AddedPage[] = [];
  for (let from = 0; from < pages.length; from += 40) {
    const part = pages.slice(from, from + 40);
    const response = await console.app.request('POST', `/v1/spaces/${console.spaceId}/content`, {
      body: {
        changes: part.map(({ path, source }, index) => ({
          operation: 'insert_page',
          title: `${path} ${from + index}`,
          document: { markdown: source },
        })),
      },
    });
    expect(response.statusCode, response.body).toBe(200);
    for (const [index, { page }] of (response.json().changes as { page: { id: string } }[]).entries())
      added.push({
        path: (part[index] as SourcePage).path,
        id: page.id,
        source: await console.source(page.id),
      });
  }
  return added;
}

/** Opens a page in the tab, as a link to it does. */
async function goToPage({ id }: AddedPage): Promise<void> {
  if (writer.page.url().endsWith(id)) return;
  await writer.page.evaluate(goTo, `/app/s/${console.spaceId}/${id}`);
  await writer.page.waitForFunction(hasArrived);
}

const random = createRandom(20);

async function appendWord(): Promise<{ block: ChosenBlock; word: string } | undefined> {
  const block = await writer.content.evaluate(chooseBlock, random());
  if (!block) return undefined;
  // Pictures and previews that arrive move what is below them.
  await expect.poll(clickAtEnd, { message: JSON.stringify(block), interval: 600 }).toBe(true);
  const word = `added${Math.floor(random() * 1000)}`;
  await writer.type(` ${word}`);
  await writer.edited();
  return { block, word };
}

async function clickAtEnd(): Promise<boolean> {
  const { x, y } = await writer.page.evaluate(findEndOfBlock);
  await writer.page.mouse.click(x, y);
  await writer.page.waitForTimeout(50);
  // The end of a long line of code is not to be seen.
  if (!(await writer.page.evaluate(isAtEndOfBlock))) await writer.press('End');
  return writer.page.evaluate(isAtEndOfBlock);
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** How an edit of a page failed to change one line, if it did. */
function faultOf(before: string, after: string, { block, word }: { block: ChosenBlock; word: string }) {
  const { removed, added } = changedLines(before, after);
  const isOneLine = removed.length === 1 && added.length === 1 && added[0]?.includes(word);
  if (isOneLine) return undefined;
  const outside = removed.flatMap(wordsOf).filter((one) => !block.around.includes(one));
  return { block, removed, added, outside };
}

/** Appends a word to a block of each page, and expects that one line is another one. */
async function writeOnPages(pages: readonly AddedPage[]): Promise<void> {
  const faults: unknown[] = [];
  let count = 0;
  for (const page of pages) {
    await goToPage(page);
    const written = await appendWord();
    if (!written) continue;
    count++;
    const fault = faultOf(page.source, await console.source(page.id), written);
    if (fault) faults.push({ path: page.path, ...fault });
  }
  expect(count).toBeGreaterThan(pages.length * 0.9);
  expect(faults.length, JSON.stringify(faults, null, 1)).toBeLessThanOrEqual(count / 100);
}

/** Opens each page, leaves it, and expects that nothing was written. */
async function openAll(pages: readonly AddedPage[]): Promise<void> {
  const requests: string[] = [];
  writer.page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  for (const page of pages) await goToPage(page);
  await writer.page.waitForTimeout(1500);
  // Which pages somebody has opened is remembered, previews are drawn, and links are looked up; none of it writes a page.
  expect(
    requests.filter((request) => !/\/(?:recent|presence|render|content\/resolve)$/.test(request)),
  ).toEqual([]);
  const changed: string[] = [];
  for (const page of pages) if ((await console.source(page.id)) !== page.source) changed.push(page.path);
  expect(changed).toEqual([]);
}

const handWritten = (count: number): SourcePage[] => {
  const kinds = Object.keys(HAND_WRITTEN_BLOCKS);
  return Array.from({ length: count }, (_, index) => ({
    path: `written ${index}`,
    source: writePage(
      Array.from({ length: 6 }, (_, at) => kinds[(index * 6 + at) % kinds.length] as string),
      random,
    ),
  }));
};

describe('pages that were written by hand', () => {
  test('stay as they are when they are opened, and one word changes one line', async () => {
    const pages = await addPages(handWritten(PAGES));
    await writer.open((pages[0] as AddedPage).id);
    await openAll([...pages, ...pages.slice(0, 1)]);
    await writeOnPages(pages);
  });
});

describe.skipIf(whyNoCorpora)('pages of real repositories', () => {
  test('stay as they are when they are opened, and one word changes one line', async () => {
    const all = readCorporaPages();
    const step = IS_LONG ? 1 : Math.ceil(all.length / PAGES);
    const pages = await addPages(all.filter((_, index) => index % step === 0));
    await writer.open((pages[0] as AddedPage).id);
    await openAll([...pages, ...pages.slice(0, 1)]);
    await writeOnPages(pages.slice(0, PAGES));
  });
});
