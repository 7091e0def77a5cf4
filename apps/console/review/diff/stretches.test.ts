import { expect, test } from 'vitest';
import type { BlockChange } from '../../api/page-changes.ts';
import { findStretches } from './stretches.ts';

const side = (index: number) => ({ index, key: `k${index}`, type: 'paragraph' });
const block = (type: BlockChange['type'], before?: number, after?: number): BlockChange => ({
  type,
  ...(before === undefined ? {} : { before: side(before) }),
  ...(after === undefined ? {} : { after: side(after) }),
});

/** Changes by their types, moves by their directions, and unchanged blocks by their number. */
const shown = (blocks: BlockChange[]): (string | number)[] =>
  findStretches(blocks).map((stretch) => {
    if ('equal' in stretch) return stretch.equal.length;
    return stretch.changed.type === 'moved' ? stretch.direction : stretch.changed.type;
  });

test('unchanged blocks between two changes are together', () => {
  expect(
    shown([
      block('equal', 0, 0),
      block('equal', 1, 1),
      block('changed', 2, 2),
      block('equal', 3, 3),
      block('added', undefined, 4),
    ]),
  ).toEqual([2, 'changed', 1, 'added']);
});

test('a moved block says in which direction it went', () => {
  expect(shown([block('moved', 2, 0), block('equal', 0, 1), block('equal', 1, 2)])).toEqual(['up', 2]);
  expect(shown([block('equal', 1, 0), block('equal', 2, 1), block('moved', 0, 2)])).toEqual([2, 'down']);
});
