import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageEntry } from './entries.ts';
import { buildPageTree, type NestedPage, PageTree } from './page-tree.ts';
import { TreeEdit } from './tree-edit.ts';

const entryOf = (id: string, title = id): PageEntry => ({
  type: 'document',
  id,
  title,
  slug: id,
  createdAt: '',
  updatedAt: '',
});

/** Makes the same edits on plain arrays. */
class PlainTree {
  top: NestedPage[] = [];

  find(id: string, pages = this.top): NestedPage | undefined {
    for (const page of pages) {
      const found = page.entry.id === id ? page : this.find(id, page.children);
      if (found) return found;
    }
    return undefined;
  }

  listOf(parentId: string | undefined): NestedPage[] {
    return parentId === undefined ? this.top : (this.find(parentId)?.children ?? []);
  }

  take(id: string, pages = this.top): NestedPage | undefined {
    const at = pages.findIndex(({ entry }) => entry.id === id);
    if (at >= 0) return pages.splice(at, 1)[0];
    for (const { children } of pages) {
      const taken = this.take(id, children);
      if (taken) return taken;
    }
    return undefined;
  }

  ids(pages = this.top): string[] {
    return pages.flatMap(({ entry, children }) => [entry.id, ...this.ids(children)]);
  }
}

const step = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'insert', 'move', 'remove', 'replace'),
  page: fc.nat(),
  parent: fc.nat(),
  at: fc.option(fc.nat(8), { nil: undefined }),
});

test('an edit makes the tree that the same edits of plain arrays make, and shares what did not change', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.array(step, { maxLength: 20 }), (first, second) => {
      const plain = new PlainTree();
      let next = 0;
      const apply = (edit: TreeEdit, steps: typeof first): void => {
        for (const { kind, page, parent, at } of steps) {
          const ids = plain.ids();
          const pageId = ids[page % Math.max(ids.length, 1)];
          const parentId = [undefined, ...ids][parent % (ids.length + 1)];
          if (kind === 'insert') {
            const entry = entryOf(`p${next++}`);
            edit.insert(entry, parentId, at);
            const list = plain.listOf(parentId);
            list.splice(Math.min(at ?? list.length, list.length), 0, { entry, children: [] });
          } else if (pageId !== undefined && kind === 'remove') {
            const removed = edit.remove(pageId);
            const taken = plain.take(pageId) as NestedPage;
            expect(removed.sort()).toEqual(plain.ids([taken]).sort());
          } else if (pageId !== undefined && kind === 'replace') {
            const entry = entryOf(pageId, `title ${at}`);
            edit.replace(entry);
            (plain.find(pageId) as NestedPage).entry = entry;
          } else if (pageId !== undefined && kind === 'move' && !edit.isWithin(parentId, pageId)) {
            edit.move(pageId, parentId, at);
            const taken = plain.take(pageId) as NestedPage;
            const list = plain.listOf(parentId);
            list.splice(Math.min(at ?? list.length, list.length), 0, taken);
          }
        }
      };
      const before = new TreeEdit(new PageTree(undefined));
      apply(before, first);
      const stored = new Map<string, string>();
      const base = before.build((hash, node) => stored.set(hash, node));
      expect(base.top?.hash).toBe(buildPageTree(plain.top, () => {}).top?.hash);
      const edit = new TreeEdit(base);
      apply(edit, second);
      const written: string[] = [];
      const after = edit.build((hash) => written.push(hash));
      expect(after.top?.hash).toBe(
        buildPageTree(plain.top, (hash, node) => stored.set(hash, node)).top?.hash,
      );
      for (const hash of written) expect(stored.has(hash)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('inserting one page writes the nodes above it, whatever the size of the tree', () => {
  const countOf = (size: number): number => {
    const pages = Array.from({ length: size }, (_, n) => ({ entry: entryOf(`page-${n}`), children: [] }));
    const edit = new TreeEdit(buildPageTree(pages, () => {}));
    edit.insert(entryOf('new'), undefined, size / 2);
    let count = 0;
    edit.build(() => {
      count += 1;
    });
    return count;
  };
  const [small, large] = [countOf(1000), countOf(4000)];
  expect(small).toBeLessThan(12);
  expect(large).toBeLessThan(12);
});
