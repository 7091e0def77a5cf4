import { expect, test } from 'vitest';
import { createCursorSigner } from './cursors.ts';
import { cutList } from './lists.ts';
import { openList } from './open-list.ts';

const cursors = createCursorSigner([Buffer.alloc(32, 1)]);

test('a list begins at its beginning, with pages of 50 items', () => {
  expect(openList(cursors, 'letters', {}).asked).toEqual({ after: undefined, limit: 50 });
});

test('the pages of a list follow each other to its end', () => {
  const letters = [...'abcde'];
  const read: string[][] = [];
  let page: string | undefined;
  do {
    const list = openList<number>(cursors, 'letters', { page, limit: 2 });
    const answer = list.present(cutList(letters, list.asked), (letter) => letter.toUpperCase());
    expect(answer.count).toBe(5);
    read.push(answer.items);
    page = answer.next?.page;
  } while (page !== undefined);
  expect(read).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
});

test('a list that ends with a full page has no further one', () => {
  const list = openList<number>(cursors, 'letters', { limit: 2 });
  expect(list.present(cutList([...'ab'], list.asked), String)).toEqual({ count: 2, items: ['a', 'b'] });
});

test('the cursor of another list is refused', () => {
  const page = openList<number>(cursors, 'letters', {}).cursorOf(2);
  expect(openList<number>(cursors, 'letters', { page }).asked.after).toBe(2);
  expect(() => openList<number>(cursors, 'numbers', { page })).toThrow('not a page of this list');
});
