import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursorSigner } from './cursors.ts';
import { cutMovable, cutSorted } from './lists.ts';
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
    const list = openList<string>(cursors, 'letters', { page, limit: 2 });
    const response = list.present(cutSorted(letters, list.asked, String), (letter) => letter.toUpperCase());
    expect(response.count).toBe(5);
    read.push(response.items);
    page = response.next?.page;
  } while (page !== undefined);
  expect(read).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
});

test('a list that ends with a full page has no further one', () => {
  const list = openList<string>(cursors, 'letters', { limit: 2 });
  expect(list.present(cutSorted([...'ab'], list.asked, String), String)).toEqual({
    count: 2,
    items: ['a', 'b'],
  });
});

test('the cursor of another list is refused', () => {
  const page = openList<string>(cursors, 'letters', {}).cursorOf('b');
  expect(openList<string>(cursors, 'letters', { page }).asked.after).toBe('b');
  expect(() => openList<string>(cursors, 'numbers', { page })).toThrow('not a page of this list');
});

test('the pages of a list whose items move, go and come have each item that stayed exactly once', () => {
  const change = fc.record({
    from: fc.nat(),
    to: fc.nat(),
    isRemoval: fc.boolean(),
    isAddition: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (changes, limit) => {
      let items = [...'abcdefg'];
      const removed = new Set<string>();
      const read: string[] = [];
      let page: string | undefined;
      for (let n = 0; n === 0 || page !== undefined; n += 1) {
        const list = openList<string>(cursors, 'letters', { page, limit });
        const { items: shown, next, count } = list.present(cutMovable(items, list.asked, String), String);
        expect(count).toBe(items.length);
        read.push(...shown);
        page = next?.page;
        const { from, to, isRemoval, isAddition } = changes[n] ?? { from: 0, to: 0 };
        const [moved] = items.splice(from % (items.length || 1), 1);
        if (isRemoval && moved) removed.add(moved);
        else if (moved) items.splice(to % (items.length + 1), 0, moved);
        if (isAddition) items = [`new ${n}`, ...items];
      }
      expect(new Set(read).size).toBe(read.length);
      for (const letter of 'abcdefg') if (!removed.has(letter)) expect(read).toContain(letter);
    }),
  );
});
