import { expect, test } from 'vitest';
import { partsWithItems, routePatterns, VIEWS } from './browser/console-views.ts';

const pathOf = (view: string): string => view.replace(/\?.*/, '');

/** How many segments of an address a pattern names itself; undefined if it does not match. */
function matchPattern(pattern: string, view: string): number | undefined {
  const [wanted, given] = [pattern.split('/'), pathOf(view).split('/')];
  if (wanted.length !== given.length) return undefined;
  const isMatch = wanted.every((one, at) => one.startsWith('$') || one === given[at]);
  return isMatch ? wanted.filter((one) => !one.startsWith('$')).length : undefined;
}

test('the list of views has one for every route of the console', () => {
  const patterns = routePatterns();
  expect(patterns.length).toBeGreaterThan(30);
  const routeOf = (view: string): string | undefined =>
    patterns
      .map((pattern) => [pattern, matchPattern(pattern, view)] as const)
      .filter(([, segments]) => segments !== undefined)
      .sort(([, a = 0], [, b = 0]) => b - a)[0]?.[0];
  const shown = new Set(VIEWS.map(routeOf));
  // No part shows single objects.
  const empty = ['/s/$spaceId/settings/$part/$itemId', '/account/$part/$itemId'];
  expect(patterns.filter((pattern) => !shown.has(pattern)).sort()).toEqual(empty.sort());
  expect(VIEWS.filter((view) => routeOf(view) === undefined)).toEqual([]);
});

test('the list of views has one for every part that shows single objects', () => {
  const parts = partsWithItems();
  expect(parts.length).toBeGreaterThan(8);
  expect(parts.filter((part) => !VIEWS.some((view) => view.startsWith(`${part}/`)))).toEqual([]);
});
