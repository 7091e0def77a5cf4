import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readHandWrittenPages } from '../../packages/markdown/test/corpora-pages.ts';
import { changedLines } from '../changed-lines.ts';
import { type Files, putContent } from '../content.ts';
import { readCorpus } from '../corpora.ts';
import { addSpace } from '../factories.ts';
import { CORPORA, whyNoCorpora } from '../git-fixtures.ts';
import { HAND_WRITTEN_BLOCKS, writePage } from '../hand-written-blocks.ts';
import { createRandom } from '../random.ts';
import {
  type ChosenWord,
  chooseWord,
  findChosenWord,
  goTo,
  hasArrived,
  isInChosenBlock,
} from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

/** How many pages of each kind, from which one on, and how many of them are one test. */
const PAGES = Number(process.env.LECTERN_SOAK_PAGES ?? 300);
const FROM = Number(process.env.LECTERN_SOAK_FROM ?? 0);
const PART = 25;
const PARTS = Array.from({ length: Math.ceil(PAGES / PART) }, (_, part) => FROM + part * PART);
const SEED = Number(process.env.LECTERN_SEED ?? 20);

interface SavedPage {
  name: string;
  spaceId: string;
  id: string;
  source: string;
}

let console: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

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

const sourceOf = async ({ spaceId, id }: Pick<SavedPage, 'spaceId' | 'id'>): Promise<string> =>
  (await console.app.request('GET', `/v1/spaces/${spaceId}/content/page/${id}?format=markdown`)).json()
    .markdown;

const addressOf = ({ spaceId, id }: SavedPage): string => `/app/s/${spaceId}/${id}`;

/** Opens a page in the tab, as a link to it does. */
async function goToPage(page: SavedPage): Promise<void> {
  if (writer.page.url() === 'about:blank') {
    await writer.page.goto(`${console.origin}${addressOf(page)}`);
    await writer.content.waitFor();
  } else if (!writer.page.url().endsWith(page.id)) {
    await writer.page.evaluate(goTo, addressOf(page));
    await writer.page.waitForFunction(hasArrived);
  }
}

/** Clicks a word of the page that is shown, and types at the end of its line. */
async function writeBesideWord(random: () => number): Promise<ChosenWord | undefined> {
  const chances = { ofBlock: random(), ofWord: random() };
  for (let attempt = 0; attempt < 8; attempt++) {
    const chosen = await writer.content.evaluate(chooseWord, chances);
    if (!chosen) return undefined;
    const place = await writer.page.evaluate(findChosenWord);
    if (!place) continue;
    await writer.page.mouse.click(place.x, place.y);
    await writer.press('End');
    if (await writer.page.evaluate(isInChosenBlock)) {
      await writer.type('x');
      return chosen;
    }
    // The next click must not be a double click.
    await writer.page.waitForTimeout(600);
  }
  throw new Error(`The caret did not get to the word: ${JSON.stringify(chances)}`);
}

/** Waits until the service has another text of a page. */
async function savedAfter(page: SavedPage, before: string): Promise<string> {
  await writer.edited();
  await expect.poll(() => sourceOf(page), { interval: 100 }).not.toBe(before);
  return sourceOf(page);
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const countOf = (lines: readonly string[]): number => lines.join('\n').split('x').length;

/** How an edit of a page failed to change one line, if it did. */
function faultOf(before: string, after: string, chosen: ChosenWord): object | undefined {
  const { removed, added } = changedLines(before, after);
  if (removed.length === 1 && added.length === 1 && countOf(added) === countOf(removed) + 1) return undefined;
  const outside = removed.flatMap(wordsOf).filter((one) => !chosen.around.includes(one));
  return { chosen, removed, added, outside };
}

/** Writes on a page and takes it back. Returns what is wrong with the page then. */
async function writeOnPage(page: SavedPage, random: () => number): Promise<object | 'nothing' | undefined> {
  await goToPage(page);
  const chosen = await writeBesideWord(random);
  if (!chosen) return 'nothing';
  const after = await savedAfter(page, page.source);
  const fault = faultOf(page.source, after, chosen);
  if (fault) return fault;
  await writer.press('Control+z');
  const undone = await savedAfter(page, after);
  return undone === page.source ? undefined : { chosen, undone: changedLines(page.source, undone) };
}

/** Writes on each page, and expects that one line changes, and that undoing it returns every byte. */
async function writeOnPages(pages: readonly SavedPage[]): Promise<void> {
  const faults: unknown[] = [];
  let count = 0;
  for (const page of pages) {
    // Each page has chances of its own: a part of the pages is written on as in a run of all.
    const random = createRandom(SEED + [...page.name].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7));
    const fault = await writeOnPage(page, random).catch(async (error: unknown) => {
      await writer.page.goto('about:blank');
      return { error: String(error) };
    });
    if (fault !== 'nothing') count++;
    if (fault && fault !== 'nothing') faults.push({ name: page.name, ...fault });
  }
  expect(count).toBeGreaterThan(pages.length * 0.9);
  expect(faults, JSON.stringify(faults, null, 1)).toEqual([]);
}

/** Opens each page, leaves it, and expects that nothing was written. */
async function openAll(pages: readonly SavedPage[]): Promise<void> {
  const requests: string[] = [];
  const note = (request: { method(): string; url(): string }): void => {
    if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  writer.context.on('request', note);
  for (const page of [...pages, ...pages.slice(0, 1)]) await goToPage(page);
  // A save begins a second after a change.
  await writer.page.waitForTimeout(1500);
  writer.context.off('request', note);
  // Which pages somebody has opened is remembered, previews are drawn, and links are looked up; none of it writes a page.
  expect(
    requests.filter((request) => !/\/(?:recent|presence|render|content\/resolve)$/.test(request)),
  ).toEqual([]);
  const changed: string[] = [];
  for (const page of pages) if ((await sourceOf(page)) !== page.source) changed.push(page.name);
  expect(changed).toEqual([]);
}

/** Hand-written pages of blocks of every kind, and those that somebody has written. */
function handWrittenFiles(): Files {
  const kinds = Object.keys(HAND_WRITTEN_BLOCKS);
  const random = createRandom(SEED);
  const real = readHandWrittenPages().map(({ path, source }) => [
    path.replace(/^(.*)\.md( \(CRLF\))?$/, (_, name, end = '') => `${name}${end && '-crlf'}.md`),
    source,
  ]);
  const drawn = Array.from({ length: FROM + PAGES }, (_, index) => [
    `written-${index}.md`,
    writePage(
      Array.from({ length: 6 }, (_, at) => kinds[(index * 6 + at) % kinds.length] as string),
      random,
    ),
  ]);
  return Object.fromEntries([...real, ...drawn]);
}

interface ShownPage {
  id: string;
  git?: { path: string };
  pages?: ShownPage[];
}

/** Imports files into a space. The pages are then byte for byte the files. */
async function importPages(name: string, files: Files): Promise<SavedPage[]> {
  const spaceId = await addSpace(console.app, { title: name });
  await putContent(console.app, spaceId, files);
  const list = (pages: readonly ShownPage[]): ShownPage[] =>
    pages.flatMap((page) => [page, ...list(page.pages ?? [])]);
  const response = await console.app.request('GET', `/v1/spaces/${spaceId}/content`);
  return list(response.json().pages).flatMap(({ id, git }) => {
    const path = git?.path ?? '';
    return path.endsWith('.md')
      ? [{ name: `${name}/${path}`, spaceId, id, source: String(files[path]) }]
      : [];
  });
}

async function readCorpora(): Promise<SavedPage[]> {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-fidelity-'));
  try {
    const pages: SavedPage[] = [];
    for (const name of CORPORA)
      for (const { folder, content } of await readCorpus(name, directory))
        pages.push(...(await importPages(join(name, folder), content)));
    return pages;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe.skipIf(whyNoCorpora).each([
  ['written by hand', async () => importPages('by-hand', handWrittenFiles())],
  ['of real repositories', readCorpora],
] as const)('pages %s', (_name, readPages) => {
  let pages: readonly SavedPage[];

  beforeAll(async () => {
    pages = await readPages();
  });

  test.each(PARTS)('from %i on stay as they are when opened, and one key changes one line', async (from) => {
    const part = pages.slice(from, Math.min(from + PART, FROM + PAGES));
    await openAll(part);
    await writeOnPages(part);
  });
});
