import { expect, test } from 'vitest';
import { type BlockAnchor, followAnchors, locateAnchor } from './follow-blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';

const keyAt = (source: string, index: number): string =>
  parseMarkdown(source).document.nodes[index]?.key as string;

/** The place in the current source, of a block of the old one. */
const follow = (old: string, current: string, place: Partial<BlockAnchor> & { key: string }) =>
  followAnchors({ old, current }, [place])[0];

test('an unchanged block is found among others that were added, removed and changed', () => {
  const old = 'First.\n\nSecond.\n\nThird.\n';
  const current = 'New one.\n\nSecond.\n\nThird, changed.\n\nMore.\n';
  expect(follow(old, current, { key: keyAt(old, 1) })).toEqual({ key: keyAt(current, 1) });
});

test('an edited block is found between its neighbours, and by its words among others that were edited', () => {
  const old =
    'Intro.\n\nThe service listens on port three thousand.\n\nLogs go to the standard output.\n\nEnd.\n';
  const current = 'Intro.\n\nLogs are written to the standard output.\n\nEnd.\n';
  expect(follow(old, current, { key: keyAt(old, 2) })).toEqual({ key: keyAt(current, 1) });
  expect(follow(old, current, { key: keyAt(old, 1) })).toBeUndefined();
});

test('a block that was rewritten wholly where it stood is the same block', () => {
  const old = 'Intro.\n\nOne thing.\n\nEnd.\n';
  const current = 'Intro.\n\nQuite different words here\n\nEnd.\n';
  expect(follow(old, current, { key: keyAt(old, 1) })).toEqual({ key: keyAt(current, 1) });
});

test('a block that was moved is found, also if it was edited on the way', () => {
  const old = 'One two three four five.\n\nSecond.\n\nThird.\n';
  for (const moved of ['One two three four five.', 'One two three four five six.']) {
    const current = `Second.\n\nThird.\n\n${moved}\n`;
    expect(follow(old, current, { key: keyAt(old, 0) })).toEqual({ key: keyAt(current, 2) });
  }
});

test('of equal blocks each keeps its place', () => {
  const old = 'Same.\n\n***\n\nSame.\n';
  const current = 'New.\n\nSame.\n\n***\n\nSame.\n';
  expect(follow(old, current, { key: keyAt(old, 2) })).toEqual({ key: keyAt(current, 3) });
});

test('a list item is followed through changes of its list', () => {
  const itemKey = (source: string, index: number): string =>
    (parseMarkdown(source).document.nodes[0] as { nodes: { key: string }[] }).nodes[index]?.key as string;
  const old = '* apples\n* pears and plums\n* nuts\n';
  const current = '* apples\n* bread\n* ripe pears and plums\n* nuts\n';
  expect(follow(old, current, { key: itemKey(old, 1) })).toEqual({ key: itemKey(current, 2) });
  expect(follow(old, '* apples\n* nuts\n', { key: itemKey(old, 1) })).toBeUndefined();
});

test('a cell is followed when rows and columns are added, and gone with its row', () => {
  const old = '| Name | Port |\n| - | - |\n| api | 3000 |\n| sites | 3001 |\n';
  const current = '| Name | Use | Port |\n| - | - | - |\n| db | x | 5432 |\n| sites | x | 3001 |\n';
  const cell = { record: 'r2', definition: 'c2' };
  expect(follow(old, current, { key: keyAt(old, 0), cell })).toEqual({
    key: keyAt(current, 0),
    cell: { record: 'r2', definition: 'c3' },
  });
  const without = '| Name | Port |\n| - | - |\n| api | 3000 |\n';
  expect(follow(old, without, { key: keyAt(old, 0), cell })).toBeUndefined();
  expect(locateAnchor(old, { key: keyAt(old, 0), cell })).toMatchObject({ text: '3001' });
});

test('a range is followed by its quote, to the occurrence that it was', () => {
  const old = 'Use the key, then turn the key and keep the key.\n';
  const place = { key: keyAt(old, 0), range: { start: 27, end: 30, quote: 'key' } };
  const current = 'First use the key, then turn the key and keep the key.\n';
  expect(locateAnchor(old, place)).toMatchObject({ range: { start: 27, end: 30 } });
  expect(follow(old, current, place)).toMatchObject({ range: { start: 33, end: 36, quote: 'key' } });
  expect(follow(old, 'Use the lock, then turn the lock and keep the lock.\n', place)).toBeUndefined();
});

test('what a document does not have is named', () => {
  const source = 'Text.\n';
  const key = keyAt(source, 0);
  expect(locateAnchor(source, { key: 'none' })).toEqual({ missing: 'block' });
  expect(locateAnchor(source, { key, cell: { record: 'r1', definition: 'c1' } })).toEqual({
    missing: 'cell',
  });
  expect(locateAnchor(source, { key, range: { start: 0, end: 2, quote: 'No' } })).toEqual({
    missing: 'range',
  });
});
