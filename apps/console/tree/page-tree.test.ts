import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import type { ContentPage } from '../api/queries.ts';
import { findDrop } from './drop.ts';
import { type Direction, neighborPosition } from './neighbor-position.ts';
import { findPage, pagesBelow } from './pages.ts';
import { listRows } from './rows.ts';
import { applyOperation, inverseOf, type TreeOperation } from './tree-operation.ts';

const page = (id: string, type: 'document' | 'group' | 'link', pages: ContentPage[] = []): ContentPage => ({
  id,
  title: id,
  type,
  ...(type === 'link' ? {} : { pages }),
});

/** `a(b c) d` for a page `a` with `b` and `c` below it, before `d`. */
const write = (pages: readonly ContentPage[]): string =>
  pages
    .map((one) => {
      const below = pagesBelow(one);
      return below.length > 0 ? `${one.title}(${write(below)})` : one.title;
    })
    .join(' ');

const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;

const everyPage = (pages: readonly ContentPage[]): ContentPage[] =>
  pages.flatMap((one) => [one, ...everyPage(pagesBelow(one))]);

/** A tree of some pages, in which every second random tree has groups and links, too. */
function drawTree(random: () => number): ContentPage[] {
  let pages: ContentPage[] = [];
  for (let number = 0; number < 12; number += 1) {
    const parents = [undefined, ...everyPage(pages).filter(({ type }) => type !== 'link')];
    const into = pick(random, parents)?.id ?? null;
    const type = pick(random, ['document', 'document', 'group', 'link'] as const);
    const position = { into, at: 0 };
    pages = applyOperation(pages, { kind: 'insert', page: page(`p${number}`, type), position });
  }
  return pages;
}

function drawOperation(random: () => number, pages: readonly ContentPage[]): TreeOperation {
  const one = pick(random, everyPage(pages));
  const kind = pick(random, ['rename', 'move', 'delete', 'hide', 'insert'] as const);
  switch (kind) {
    case 'rename':
      return { kind, pageId: one.id, title: `${one.title}!` };
    case 'hide':
      return { kind, pageId: one.id, isHidden: true };
    case 'delete':
      return { kind, pageId: one.id };
    case 'insert':
      return { kind, page: page('new', 'document'), position: { into: null, at: 1 } };
    case 'move': {
      const direction = pick(random, ['up', 'down', 'in', 'out'] as Direction[]);
      const position = neighborPosition(pages, one, direction);
      return position ? { kind, pageId: one.id, position } : { kind: 'delete', pageId: one.id };
    }
  }
}

describe('an operation on a tree', () => {
  it('is undone by its inverse, and redone by the inverse of that', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = createRandom(seed);
      const before = drawTree(random);
      const operation = drawOperation(random, before);
      const after = applyOperation(before, operation);
      const inverse = inverseOf(operation, before, { revision: 'r' });
      if (!inverse) throw new Error('There is no inverse.');
      const undone = applyOperation(after, inverse);
      expect(undone, `${seed}`).toEqual(before);
      const again = inverseOf(inverse, after, { revision: 'r' });
      if (again) expect(applyOperation(undone, again), `${seed}`).toEqual(after);
    }
  });

  it('changes nothing that is changed already, and nothing that is gone', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = createRandom(seed);
      const before = drawTree(random);
      const operation = drawOperation(random, before);
      const after = applyOperation(before, operation);
      expect(applyOperation(after, operation), `${seed}`).toEqual(after);
      expect(applyOperation([], operation).length, `${seed}`).toBe(operation.kind === 'insert' ? 1 : 0);
    }
  });
});

describe('a page that is dragged', () => {
  const open = new Set(Array.from({ length: 12 }, (_, number) => `p${number}`));

  it('goes where the line is, and never into itself', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = createRandom(seed);
      const pages = drawTree(random);
      const rows = listRows(pages, open, undefined);
      const dragged = pick(random, everyPage(pages));
      const index = Math.floor(random() * (rows.length + 1));
      const drop = findDrop(rows, dragged, { index, part: random(), level: 1 + Math.floor(random() * 5) });
      if (!drop) continue;
      const { position } = drop;
      const moved = applyOperation(pages, { kind: 'move', pageId: dragged.id, position });
      const found = findPage(moved, dragged.id);
      expect({ into: found?.into, at: found?.at }, `${seed}`).toEqual(position);
      expect(everyPage(moved).length, `${seed}`).toBe(everyPage(pages).length);
      if (drop.isInto) continue;
      // The row above the line is above the page, too, unless it is the page itself.
      const order = everyPage(moved).map(({ id }) => id);
      const above = rows[drop.index - 1];
      if (
        above?.kind === 'page' &&
        above.page.id !== dragged.id &&
        !everyPage([dragged]).includes(above.page)
      )
        expect(order.indexOf(above.page.id), `${seed}`).toBeLessThan(order.indexOf(dragged.id));
    }
  });

  it('goes after the ancestor to which the pointer is indented', () => {
    const pages = [
      page('a', 'document', [page('b', 'document', [page('c', 'document')])]),
      page('d', 'document'),
    ];
    const rows = listRows(pages, new Set(['a', 'b']), undefined);
    const dragged = pages[1] as ContentPage;
    const below = (level: number): string => {
      const drop = findDrop(rows, dragged, { index: 2, part: 0.95, level });
      if (!drop) throw new Error('It cannot go there.');
      return write(applyOperation(pages, { kind: 'move', pageId: 'd', position: drop.position }));
    };
    expect([1, 2, 3, 9].map(below)).toEqual(['a(b(c)) d', 'a(b(c) d)', 'a(b(c d))', 'a(b(c d))']);
  });
});
