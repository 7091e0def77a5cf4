import { expect, test } from 'vitest';
import { listCrumbs, placeResults, type SearchResult } from './search-response.ts';

const result = (page: string, section?: string, more: Partial<SearchResult> = {}): SearchResult => ({
  title: [[page, false]],
  href: `/${page}`,
  crumbs: ['Guides'],
  excerpt: [],
  ...(section === undefined ? {} : { section: { title: [[section, true]], href: `/${page}#${section}` } }),
  ...more,
});

test('parts follow their page, and are named with it where it is no result', () => {
  const operation = { operation: { method: 'GET', path: [['/pets', false]] as [string, boolean][] } };
  const placed = placeResults([
    result('Start'),
    result('Start', 'pets'),
    result('Models', 'Order'),
    result('Models', 'Pet'),
    result('pet', 'List pets', operation),
    result('Models'),
    result('Models', 'Tag'),
  ]);
  expect(placed.map(({ isPart }) => isPart)).toEqual([false, true, false, false, false, false, true]);
  expect(placed.map(listCrumbs)).toEqual([
    ['Guides'],
    [],
    ['Guides', 'Models'],
    ['Guides', 'Models'],
    ['Guides', 'pet'],
    ['Guides'],
    [],
  ]);
});
