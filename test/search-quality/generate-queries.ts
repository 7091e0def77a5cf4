import type { IndexedPage } from '@lectern/search/indexed-page';
import type { KnownItemQuery } from './load-pages.ts';

interface Named {
  name: string;
  path: string;
  /** Pages that have the name in another writing: `marketRoyalty` and `market_royalty` are found by each other. */
  others?: string[];
}

/**
 * Queries for known pages, made from the pages by rule: titles, their beginnings, titles with a typo, headings and
 * words that no other page has. The same for the same pages; what two pages are called is not asked for.
 */
export function generateQueries(pages: readonly IndexedPage[], ofEachKind: number): KnownItemQuery[] {
  const random = createRandom(1);
  const titles = uniqueOf(pages.map((page) => ({ name: titleOf(page), path: page.pageId })));
  const headings = uniqueOf(
    pages.flatMap(({ pageId, sections }) =>
      [...new Set(sections.map(({ title }) => title.toLowerCase()))].map((name) => ({ name, path: pageId })),
    ),
  );
  const choose = (list: readonly Named[]): Named[] =>
    Array.from({ length: ofEachKind }, () => list[Math.floor(random() * list.length)] as Named);
  const make = (kind: string, list: readonly Named[], change = (name: string) => name): KnownItemQuery[] =>
    choose(list).map(({ path, name, others }) => ({
      kind,
      query: change(name),
      path,
      ...(others && others.length > 0 ? { others } : {}),
    }));
  return [
    ...make('title', titles),
    ...make('prefix', titles, cutLastWord),
    ...make(
      'typo',
      titles.filter(({ name }) => LONG_WORD.test(name)),
      (name) => misspell(name, random),
    ),
    ...make('heading', headings),
    ...make('rare word', rareWords(pages)),
  ];
}

const titleOf = ({ documentTitle, title }: IndexedPage): string => (documentTitle ?? title).toLowerCase();

const LONG_WORD = /[a-z]{6,}/;

function uniqueOf(list: readonly Named[]): Named[] {
  const counts = new Map<string, number>();
  for (const { name } of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return list.filter(({ name }) => name.length > 4 && counts.get(name) === 1);
}

const cutLastWord = (name: string): string => name.replace(/(\S{1,4})\S*$/, '$1');

/** Two neighbors swapped, a letter less, or another one. */
function misspell(name: string, random: () => number): string {
  return name.replace(LONG_WORD, (word) => {
    const at = 1 + Math.floor(random() * (word.length - 2));
    const rest = word.slice(at + 1);
    const kind = Math.floor(random() * 3);
    if (kind === 0) return `${word.slice(0, at)}${rest[0]}${word[at]}${rest.slice(1)}`;
    return `${word.slice(0, at)}${kind === 1 ? '' : 'x'}${rest}`;
  });
}

function rareWords(pages: readonly IndexedPage[]): Named[] {
  const paths = new Map<string, Set<string>>();
  const joined = new Map<string, Set<string>>();
  for (const page of pages) {
    const texts = page.sections.flatMap(({ title, text }) => [title, text]);
    const all = [page.title, titleOf(page), ...texts].join(' ').toLowerCase();
    const add = (to: typeof paths, words: Iterable<string>): void => {
      for (const word of words) to.set(word, (to.get(word) ?? new Set()).add(page.pageId));
    };
    add(paths, all.match(/[a-z]{5,}/g) ?? []);
    add(joined, all.replaceAll(/(?<=[a-z])(?:[_.-]|::)(?=[a-z])/g, '').match(/[a-z]{5,}/g) ?? []);
  }
  return [...paths].flatMap(([name, [path, ...others]]) =>
    path !== undefined && others.length === 0
      ? [{ name, path, others: [...(joined.get(name) ?? [])].filter((other) => other !== path) }]
      : [],
  );
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) & 0xffff) / 0x10000;
  };
}
