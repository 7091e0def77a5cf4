import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageEntry } from './entries.ts';
import { buildPageTree, PageTree } from './page-tree.ts';
import { TreeEdit } from './tree-edit.ts';

const entryOf = (id: string, slug: string, git?: string): PageEntry => ({
  type: 'document',
  id,
  title: id,
  slug,
  createdAt: '',
  updatedAt: '',
  ...(git === undefined ? {} : { git: { oid: '', path: git } }),
});

const linkOf = (id: string): PageEntry => ({
  type: 'link',
  id,
  title: id,
  href: '',
  createdAt: '',
  updatedAt: '',
});

/** Everything that an index says about the pages of its tree. */
const describeIndex = (tree: PageTree) => {
  const pages = [...tree.pages()];
  return {
    size: tree.size,
    pages: pages.map((node) => {
      const { entry } = node;
      const path = tree.pathOf(entry.id);
      return {
        id: entry.id,
        path,
        parent: tree.parentIdOf(entry.id),
        isFound: tree.find(entry.id) === node,
        byPath: tree.findByPath(path)?.entry.id,
        byGitPath: tree.findByGitPath(`${entry.title}.md`)?.entry.id,
        byFoldedGitPath: tree.findByFoldedGitPath(`${entry.title}.md`.toLowerCase())?.entry.id,
      };
    }),
  };
};

const step = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'insert', 'move', 'remove', 'rename', 'replace'),
  page: fc.nat(),
  parent: fc.nat(),
  at: fc.option(fc.nat(8), { nil: undefined }),
  // Few slugs, so that several pages have the same path.
  slug: fc.nat(30),
  git: fc.option(fc.nat(30), { nil: undefined }),
  isLink: fc.boolean(),
});

test('an index that followed many edits says what one made from the whole tree says', () => {
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 60 }), (edits) => {
      let tree = buildPageTree([], () => {});
      let next = 0;
      const ids: string[] = [];
      const removed = new Set<string>();
      for (const steps of edits) {
        const edit = new TreeEdit(tree);
        for (const { kind, page, parent, at, slug, git, isLink } of steps) {
          const alive = ids.filter((id) => !removed.has(id));
          const id = alive[page % alive.length];
          const parentId = alive[parent % (alive.length + 1)];
          const entry = id === undefined ? undefined : edit.find(id);
          const gitPath = git === undefined ? undefined : `p${git}.md`;
          if (kind === 'insert' || id === undefined || !entry) {
            const newId = `p${next}`;
            next += 1;
            ids.push(newId);
            edit.insert(isLink ? linkOf(newId) : entryOf(newId, `S${slug}`, gitPath), parentId, at);
          } else if (kind === 'move') {
            if (!edit.isWithin(parentId, id)) edit.move(id, parentId, at);
          } else if (kind === 'remove') for (const gone of edit.remove(id)) removed.add(gone);
          else if (kind === 'rename') edit.replace(entryOf(id, `s${slug}`, gitPath));
          else edit.replace({ ...entry, updatedAt: `${page}` });
        }
        tree = edit.build(() => {});
        tree.find('p0');
      }
      expect(describeIndex(tree)).toEqual(describeIndex(new PageTree(tree.top)));
    }),
    { numRuns: 200 },
  );
});
