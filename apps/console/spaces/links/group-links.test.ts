import { describe, expect, test } from 'vitest';
import { filterGroups, groupLinks, isRepairable, type Link, readLink, wordsOf } from './group-links.ts';

const PAGE = { kind: 'page', page: { id: '1', title: 'Install' }, space: { id: 's' } };

const link = (target: string, more: object = {}): Link =>
  ({
    status: 'broken',
    kind: 'link',
    target,
    targetReference: { kind: 'url', url: target },
    locationReferences: [PAGE],
    ...more,
  }) as unknown as Link;

describe('the cause of a broken link', () => {
  test.each([
    ['old/setup.md', {}, 'page'],
    ['old/setup', {}, 'page'],
    ['old/setup.html', {}, 'page'],
    ['manual.pdf', {}, 'file'],
    ['picture', { kind: 'image' }, 'file'],
    ['#nope', {}, 'heading'],
    ['setup.md#nope', { targetReference: PAGE }, 'heading'],
    ['gone.md#nope', {}, 'page'],
    ['/pages/01a21f7b-67d7-7793-89ce-3cf08994a871', {}, 'deleted'],
    ['part.md', { kind: 'include' }, 'include'],
    ['pets', { kind: 'openapi' }, 'openapi'],
    ['https://docs.example.com/app/s/x/y', {}, 'space'],
    ['', {}, 'empty'],
    ['broken-reference', {}, 'empty'],
    ['https://example.com', { status: 'ok', external: { state: 'broken', statusCode: 404 } }, 'address'],
  ])('“%s” is found', (target, more, cause) => {
    expect(readLink(link(target, more), 0).cause).toBe(cause);
  });
});

test('links are grouped by cause and target, those with the most places first', () => {
  const links = [link('a.md'), link('#x'), link('b.md'), link('b.md'), link('gone.png')].map(readLink);
  const groups = groupLinks(links);
  expect(groups.map(({ cause, target, links: own }) => [cause, target, own.length])).toEqual([
    ['page', 'b.md', 2],
    ['page', 'a.md', 1],
    ['heading', '#x', 1],
    ['file', 'gone.png', 1],
  ]);
  expect(filterGroups(groups, 'GONE', '').map(({ target }) => target)).toEqual(['gone.png']);
  expect(filterGroups(groups, 'install', 'heading').map(({ target }) => target)).toEqual(['#x']);
  expect(filterGroups(groups, 'nothing', '')).toEqual([]);
});

test('everything that names a target is repaired together', () => {
  const isOne = (target: string, more: object = {}): boolean => isRepairable(readLink(link(target, more), 0));
  expect(isOne('a.md')).toBe(true);
  expect(isOne('')).toBe(true);
  expect(isOne('a.png', { kind: 'cover' })).toBe(true);
  const inReusable = [{ kind: 'reusable-content', reusableContent: { id: '2', title: 'Part' } }];
  expect(isOne('a.md', { locationReferences: inReusable })).toBe(true);
  expect(isOne('pets', { kind: 'openapi' })).toBe(false);
});

test.each([
  ['../guide/first-steps.md#a', 'first steps'],
  ['guide/README.md', 'guide'],
  ['install%20it.md', 'install it'],
  ['#only', ''],
  ['50%.md', '50%'],
])('the search for “%s” begins with “%s”', (target, words) => {
  expect(wordsOf(target)).toBe(words);
});
