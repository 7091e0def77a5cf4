import { describe, expect, test } from 'vitest';
import type { SiteStructure } from '../site-structure.ts';
import { keyOf, listFormerRoots, listLeftPaths, locateFormerPlace } from './former-paths.ts';

const variant = (siteSpaceId: string, path: string, sectionId: string | null, isDefault = false) => ({
  kind: 'site-space',
  siteSpaceId,
  path,
  sectionId,
  isDefault,
});
/** `variants`: their paths by their ids, the default one first. */
const section = (
  siteSectionId: string,
  path: string,
  isDefault: boolean,
  variants: Record<string, string>,
) => ({
  kind: 'site-section',
  siteSectionId,
  path,
  isDefault,
  siteSpaces: Object.entries(variants).map(([id, name], at) => variant(id, name, siteSectionId, at === 0)),
});
const sectioned = (...items: object[]) => ({ items, siteSpaces: [] }) as unknown as SiteStructure;

const BEFORE = sectioned(
  section('start', 'start', true, { english: 'en', french: 'fr' }),
  section('guides', 'guides-2', false, { second: 'v2', first: 'v1' }),
);
const AFTER = sectioned(
  section('start', 'start', true, { english: 'english', french: 'fr' }),
  section('guides', 'guides', false, { second: 'v2', first: 'one' }),
);

test('the paths that are left are those of parts that are still there', () => {
  expect(listLeftPaths(BEFORE, AFTER)).toEqual([
    { parentId: null, path: 'guides-2', partId: 'guides' },
    { parentId: 'start', path: 'en', partId: 'english' },
    { parentId: 'guides', path: 'v1', partId: 'first' },
  ]);
  expect(listLeftPaths(BEFORE, sectioned())).toEqual([]);
  expect(listLeftPaths(AFTER, AFTER)).toEqual([]);
});

describe('an old address', () => {
  const former = new Map(listLeftPaths(BEFORE, AFTER).map((one) => [keyOf(one), one.partId]));
  const locate = (path: string, structure = AFTER) => {
    const found = locateFormerPlace(structure, former, path.split('/'));
    return found && [found.siteSpace.siteSpaceId, ...found.rest];
  };

  test.each([
    ['guides-2', ['second']],
    ['Guides-2/install', ['second', 'install']],
    ['guides-2/v1/install', ['first', 'install']],
    ['guides-2/one/install', ['first', 'install']],
    ['guides/v1/install', ['first', 'install']],
    ['en/a/b', ['english', 'a', 'b']],
    ['start/en/a', ['english', 'a']],
    ['fr/a', undefined],
    ['guides/install', undefined],
    ['other/v1', undefined],
  ])('“%s” leads to %j', (path, place) => {
    expect(locate(path)).toEqual(place);
  });

  test('leads nowhere where its part is hidden from the reader, or another one has its path', () => {
    expect(
      locate('guides-2/install', sectioned(section('start', 'start', true, { english: 'english' }))),
    ).toBeUndefined();
    const taken = sectioned(...AFTER.items, section('other', 'guides-2', false, { another: 'v2' }));
    expect(locate('guides-2/install', taken)).toBeUndefined();
  });
});

test('the old addresses of site spaces are all those that lead to one', () => {
  const former = new Map(listLeftPaths(BEFORE, AFTER).map((one) => [keyOf(one), one.partId]));
  const roots = listFormerRoots(AFTER, former).map(({ segments, siteSpaceId }) => [
    segments.join('/'),
    siteSpaceId,
  ]);
  expect(Object.fromEntries(roots)).toEqual({
    en: 'english',
    'start/en': 'english',
    'guides/v1': 'first',
    'guides-2': 'second',
    'guides-2/v2': 'second',
    'guides-2/one': 'first',
    'guides-2/v1': 'first',
  });
  expect(listFormerRoots(AFTER, new Map())).toEqual([]);
});
