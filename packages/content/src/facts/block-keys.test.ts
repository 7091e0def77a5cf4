import { expect, test } from 'vitest';
import { compareBlockKeys, listBlockKeys } from './block-keys.ts';

const BLOCKS = ['First.', '* one\n* two', '> A quote', '| a | b |\n| - | - |\n| 1 | 2 |', '---', 'Last.'];
const sourceOf = (blocks: readonly string[]): string => blocks.join('\n\n');
const compare = (before: readonly string[], after: readonly string[]) =>
  compareBlockKeys(listBlockKeys(sourceOf(before)), listBlockKeys(sourceOf(after)));
const keys = listBlockKeys(sourceOf(BLOCKS));

test('every outermost block has one key', () => {
  expect(keys).toHaveLength(BLOCKS.length);
  expect(new Set(keys).size).toBe(BLOCKS.length);
  expect(compare(BLOCKS, BLOCKS)).toEqual({ present: [], removed: [] });
});

test.each(BLOCKS.map((block, at) => [block, at]))(
  'of a page in which “%s” changes, only that block changes',
  (_block, at) => {
    const changed = BLOCKS.with(at, 'Another text.');
    expect(compare(BLOCKS, changed)).toEqual({
      present: [listBlockKeys(sourceOf(changed))[at]],
      removed: [keys[at]],
    });
    const without = BLOCKS.filter((_, place) => place !== at);
    expect(compare(BLOCKS, without)).toEqual({ present: [], removed: [keys[at]] });
    expect(compare(without, BLOCKS)).toEqual({ present: [keys[at]], removed: [] });
  },
);

test('as few blocks as possible count as moved', () => {
  const [first, ...others] = BLOCKS as [string, ...string[]];
  expect(compare(BLOCKS, [...others, first])).toEqual({ present: [keys[0]], removed: [] });
});

test('of equal blocks, one is removed or added', () => {
  const present = listBlockKeys('Same.\n\nSame.\n\nSame.');
  expect(compareBlockKeys(present, listBlockKeys('Same.\n\nSame.'))).toEqual({
    present: [],
    removed: [present[2]],
  });
});
