import { describe, expect, test } from 'vitest';
import type { SiteStructure } from '../site-queries.ts';
import {
  type Direction,
  findDrop,
  findPart,
  findPlainPath,
  findStep,
  findUndoMove,
  languagesOf,
  listParts,
  type Placed,
  type Section,
} from './parts.ts';

const variant = (id: string, language?: string) => ({
  object: 'site-space',
  id,
  title: id,
  space: { id: `space ${id}`, language },
});
const section = (id: string, ...siteSpaces: object[]) => ({
  object: 'site-section',
  id,
  title: id,
  siteSpaces,
});
const group = (id: string, ...children: object[]) => ({
  object: 'site-section-group',
  id,
  title: id,
  children,
});
const link = (id: string) => ({ object: 'site-external-link', id, title: id });

const SITE = {
  type: 'sections',
  structure: [
    section('guides', variant('en', 'en'), variant('fr', 'fr')),
    group('more', section('api', variant('v2', 'en')), link('blog')),
    link('forum'),
    group('empty'),
  ],
} as unknown as SiteStructure;

const at = (id: string): Placed => findPart(SITE, id) as Placed;
const position = (side: 'before' | 'after', type: string, id: string) => ({
  to: 'beside',
  position: { [side]: { type, id } },
});

test('parts are in the order in which readers see them, with what is around them', () => {
  expect(listParts(SITE).map(({ part, parent, at: index }) => [part.id, parent?.id, index])).toEqual([
    ['guides', undefined, 0],
    ['en', 'guides', 0],
    ['fr', 'guides', 1],
    ['more', undefined, 1],
    ['api', 'more', 0],
    ['v2', 'api', 0],
    ['blog', 'more', 1],
    ['forum', undefined, 2],
    ['empty', undefined, 3],
  ]);
  expect(languagesOf(SITE)).toEqual(['en', 'fr']);
});

describe('a step', () => {
  test.each([
    ['guides', 'down', position('after', 'site-section-group', 'more')],
    ['guides', 'up', undefined],
    ['forum', 'up', position('before', 'site-section-group', 'more')],
    ['forum', 'in', { to: 'into', group: 'more' }],
    ['guides', 'in', undefined],
    ['api', 'out', position('after', 'site-section-group', 'more')],
    ['forum', 'out', undefined],
    ['en', 'down', position('after', 'site-space', 'fr')],
    ['fr', 'down', undefined],
    ['fr', 'in', undefined],
    ['fr', 'out', undefined],
  ] as [string, Direction, object | undefined][])('of “%s” %s', (id, direction, move) => {
    expect(findStep(at(id), direction)).toEqual(move);
  });
});

test.each([
  ['guides', position('before', 'site-section-group', 'more')],
  ['forum', position('after', 'site-section-group', 'more')],
  ['fr', position('after', 'site-space', 'en')],
  ['v2', undefined],
])('the way back of “%s”', (id, move) => {
  expect(findUndoMove(at(id))).toEqual(move);
});

test('what stood alone in a group finds back into it', () => {
  const alone = { type: 'sections', structure: [group('more', link('blog'))] } as unknown as SiteStructure;
  expect(findUndoMove(findPart(alone, 'blog') as Placed)).toEqual({ to: 'into', group: 'more' });
});

describe('a drop', () => {
  const drop = (dragged: string, target: string, share: number) =>
    findDrop(at(dragged).part, at(target), share);

  test.each([
    ['forum', 'guides', 0.2, 'before', position('before', 'site-section', 'guides')],
    ['forum', 'guides', 0.8, 'after', position('after', 'site-section', 'guides')],
    ['forum', 'more', 0.5, 'into', { to: 'into', group: 'more' }],
    ['forum', 'more', 0.9, 'into', { to: 'into', group: 'more' }],
    ['forum', 'more', 2, 'after', position('after', 'site-section-group', 'more')],
    ['forum', 'empty', 0.8, 'after', position('after', 'site-section-group', 'empty')],
    ['forum', 'empty', 1.4, 'into', { to: 'into', group: 'empty' }],
    ['api', 'guides', 1.5, 'after', position('after', 'site-section', 'guides')],
    ['forum', 'more', 0.1, 'before', position('before', 'site-section-group', 'more')],
    ['fr', 'en', 0.2, 'before', position('before', 'site-space', 'en')],
    ['fr', 'api', 0.5, 'into', position('after', 'site-space', 'v2')],
    ['fr', 'v2', 0.9, 'after', position('after', 'site-space', 'v2')],
  ])('of “%s” on “%s” at %f is %s', (dragged, target, share, side, move) => {
    expect(drop(dragged, target, share)).toEqual({ side, move });
  });

  test.each([
    ['guides', 'guides'],
    ['more', 'api'],
    ['more', 'blog'],
    ['guides', 'fr'],
    ['fr', 'forum'],
    ['fr', 'more'],
    ['fr', 'guides'],
  ])('of “%s” on “%s” is refused', (dragged, target) => {
    expect(drop(dragged, target, 0.4)).toBeUndefined();
  });
});

describe('the path of a section without its number', () => {
  const numbered = (title: string, path: string, ...variants: object[]) => ({
    ...section('guides', ...variants),
    title,
    path,
  });
  const find = (first: object, ...others: object[]) =>
    findPlainPath(
      { type: 'sections', structure: [first, ...others] } as unknown as SiteStructure,
      first as Section,
    );

  test.each([
    ['Guides', 'guides-2', 'guides'],
    ['Über uns', 'uber-uns-2', 'uber-uns'],
    ['API 2', 'api-2', undefined],
    ['Guides', 'guides', undefined],
    ['Manuals', 'guides-2', undefined],
  ])('of “%s” at /%s is %s', (title, path, plain) => {
    expect(find(numbered(title, path))).toBe(plain);
  });

  test('is not offered while something else has it', () => {
    const guides = numbered('Guides', 'guides-2', { ...variant('one'), path: 'guides', default: true });
    expect(find(guides)).toBe('guides');
    expect(find(guides, { ...section('other'), path: 'guides' })).toBeUndefined();
    expect(find(numbered('Guides', 'guides-2', { ...variant('one'), path: 'guides' }))).toBeUndefined();
  });
});
