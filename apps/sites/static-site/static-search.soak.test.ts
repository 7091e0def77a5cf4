/** The search of built sites: what it finds of real pages, how it is cut into files, and what a search loads. */

import type { IndexedPage } from '@lectern/search/indexed-page';
import { search } from '@lectern/search/search';
import { describe, expect, test } from 'vitest';
import { whyNoCorpora } from '../../../test/git-fixtures.ts';
import { measureQuality } from '../../../test/search-quality/measure-quality.ts';
import {
  CORPUS_SETS,
  OWN_SETS,
  openMeasured,
  type QualitySet,
} from '../../../test/search-quality/quality-sets.ts';
import { openIndex } from '../static-reader/open-index.ts';
import { type SearchedSpace, searchSpaces } from '../static-reader/search-spaces.ts';
import type { PageToIndex } from './page-to-index.ts';
import { type WrittenIndex, writeSearchIndex } from './write-search-index.ts';

const HOME = '/docs/';

const toPage = ({
  pageId,
  title,
  linkTitle,
  documentTitle,
  description = '',
  path = '',
  above = [],
  sections,
}: IndexedPage): PageToIndex => ({
  title,
  linkTitle,
  documentTitle,
  description,
  path,
  href: `${encodeURIComponent(pageId)}/`,
  crumbs: [],
  above,
  sections: sections.map(({ anchor, title: heading, text }) => ({
    title: heading,
    fragment: anchor === undefined ? '' : `#${anchor}`,
    line: text,
  })),
});

/** `loaded` gets the names of the files as they are loaded. */
async function openWritten(
  { files }: WrittenIndex,
  language: string | null,
  loaded: string[] = [],
): Promise<SearchedSpace> {
  const bodies = new Map(files.map(({ name, body }) => [name, body]));
  const index = await openIndex(async (file) => {
    loaded.push(file);
    return JSON.parse(bodies.get(file) as string);
  });
  return { space: { index: '/', home: HOME, title: 'Docs', language }, index };
}

const page = (title: string, sections: PageToIndex['sections'] = []): PageToIndex => ({
  title,
  linkTitle: undefined,
  documentTitle: undefined,
  description: '',
  path: title.toLowerCase(),
  href: `${title.toLowerCase()}/`,
  crumbs: [],
  above: [],
  sections,
});
const section = (title: string, line: string): PageToIndex['sections'][number] => ({
  title,
  fragment: title === '' ? '' : `#${title.toLowerCase()}`,
  line,
});

async function find(pages: PageToIndex[], query: string): Promise<string[]> {
  const searched = await openWritten(await writeSearchIndex(pages), 'en');
  const { results } = await searchSpaces([searched], query);
  return results.map(({ href, section: part }) => part?.href ?? href);
}

describe('the search of a built site', () => {
  test.skipIf(whyNoCorpora).each(Object.keys(CORPUS_SETS))(
    'finds the page that is meant in real pages: %s',
    async (name) => {
      await expectQuality(CORPUS_SETS[name] as QualitySet);
    },
    120_000,
  );

  test.each(Object.keys(OWN_SETS))('finds the page that is meant in %s', async (name) => {
    await expectQuality(OWN_SETS[name] as QualitySet);
  });

  test('finds other forms of a word, beginnings, typos, and identifiers in parts', async () => {
    const pages = [
      page('Tables', [section('', 'How to join tables.')]),
      page('Accounts', [section('Reading', 'Call getAccountName to read one.')]),
    ];
    expect(await find(pages, 'table ')).toEqual([`${HOME}tables/`]);
    expect(await find(pages, 'tab')).toEqual([`${HOME}tables/`]);
    expect(await find(pages, 'tabels ')).toEqual([`${HOME}tables/`]);
    for (const query of ['account name', 'getaccountname', 'get_account_name'])
      expect(await find(pages, query), query).toContain(`${HOME}accounts/#reading`);
    expect(await find(pages, 'getacountname')).toContain(`${HOME}accounts/#reading`);
    expect(await find(pages, 'zebra')).toEqual([]);
    expect(await find(pages, '  ')).toEqual([]);
    expect(await find([], 'table')).toEqual([]);
  });

  test('finds a page without text by its title', async () => {
    expect(await find([page('One'), page('Two', [section('', 'Text.')]), page('Three')], 'three')).toEqual([
      `${HOME}three/`,
    ]);
  });

  test('searches several spaces, with that of the page first', async () => {
    const of = async (title: string): Promise<SearchedSpace> =>
      openWritten(await writeSearchIndex([page(title, [section('', 'A lantern.')])]), 'en');
    const { results, total } = await searchSpaces([await of('One'), await of('Lantern')], 'lantern');
    expect(results.map(({ href }) => href)).toEqual([`${HOME}one/`, `${HOME}lantern/`]);
    expect(results.map(({ crumbs }) => crumbs)).toEqual([['Docs'], ['Docs']]);
    expect(total).toBe(2);
  });

  test('loads few of many files, and none of them twice', async () => {
    const words = Array.from({ length: 4000 }, (_, n) => `word${n.toString(36)}`);
    const pages = Array.from({ length: 200 }, (_, n) =>
      page(`Page ${n}`, [section('', words.slice(n * 20, n * 20 + 400).join(' '))]),
    );
    const written = await writeSearchIndex(pages);
    const loaded: string[] = [];
    const searched = await openWritten(written, 'en', loaded);
    await searchSpaces([searched], 'word1');
    await searchSpaces([searched], 'word1 word2');
    expect(written.files.length).toBeGreaterThan(100);
    expect(loaded.length).toBeLessThan(30);
    expect(new Set(loaded).size).toBe(loaded.length);
  });

  test('finds every word, wherever its file begins', async () => {
    const words = Array.from({ length: 4000 }, (_, n) => `word${n.toString(36)}`);
    const written = await writeSearchIndex(words.map((word) => page(word, [section('', 'Text.')])));
    const searched = await openWritten(written, 'en');
    const notFound: string[] = [];
    for (const word of words) {
      const { results } = await searchSpaces([searched], `${word} `);
      if (results[0]?.href !== `${HOME}${word}/`) notFound.push(word);
    }
    expect(notFound).toEqual([]);
  });

  test('loads compounds only if no word begins as what was typed', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `AccountHolder${'abcdefghij'[n % 10]}${n}`);
    const written = await writeSearchIndex([page('Accounts', [section('Names', names.join(' '))])]);
    const search = async (query: string): Promise<{ compounds: number; results: number }> => {
      const loaded: string[] = [];
      const { results } = await searchSpaces([await openWritten(written, 'en', loaded)], query);
      return { compounds: loaded.filter((file) => file.startsWith('c')).length, results: results.length };
    };
    expect(await search('account')).toEqual({ compounds: 0, results: 2 });
    expect(await search('accounth')).toEqual({ compounds: 1, results: 2 });
    expect(await search('AccountHolder')).toEqual({ compounds: 1, results: 2 });
  });
});

/** The share of queries of which the first results are those of the service, in the same order; the rest are near ties. */
const SAME_FIRST = 0.88;

async function expectQuality({ language, bounds, load }: QualitySet): Promise<void> {
  const measured = await load();
  const { pages, operations = [], queries } = measured;
  const searched = await openWritten(
    await writeSearchIndex([
      ...pages.map(toPage),
      ...operations.map((operation) => ({
        ...toPage(operation),
        titleOfPage: 'Operations',
        isComputed: true,
      })),
    ]),
    language,
  );
  const segments = openMeasured(measured, language);
  const differing: [query: string, here: string | undefined, there: string | undefined][] = [];
  const { mrr, recallAt5, misses } = await measureQuality(queries, async (query) => {
    const { results } = await searchSpaces([searched], query);
    const found = [...new Set(results.map(({ href }) => decodeURIComponent(href.slice(HOME.length, -1))))];
    const [first] = search(segments, query, { language }).slice(0, 1);
    if (first?.pageId !== found[0]) differing.push([query, found[0], first?.pageId]);
    return found;
  });
  expect(mrr, JSON.stringify(misses)).toBeGreaterThanOrEqual(bounds.mrr);
  expect(recallAt5, JSON.stringify(misses)).toBeGreaterThanOrEqual(bounds.recallAt5);
  expect(1 - differing.length / queries.length, JSON.stringify(differing)).toBeGreaterThanOrEqual(SAME_FIRST);
}
