import type { PageEntry } from '@lectern/content/tree/entries';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { createFreePaths, idOfComputed } from '../../server/domains/specs/pages/computed-tree.ts';
import type { ComputedPage } from '../../server/domains/specs/pages/list-computed-pages.ts';
import type { VisiblePage } from '../visible-page.ts';

/** Puts computed pages among those of a revision. `add` is called for each page, after its parent. */
export function createComputedPlaces(snapshot: Snapshot, add: (page: VisiblePage) => void) {
  const { pages: written } = snapshot;
  const findFreePath = createFreePaths(snapshot);
  const byPath = new Map<string, VisiblePage>();

  /** The pages of an entry, in its place. */
  function place(entry: PageEntry, pages: readonly ComputedPage[], parent?: VisiblePage): VisiblePage[] {
    const above = parent && (parent.computed?.path ?? written.pathOf(parent.entry.id));
    return pages.map((one) => {
      const children: VisiblePage[] = [];
      const path = findFreePath(above === undefined ? one.slug : `${above}/${one.slug}`);
      const page: VisiblePage = {
        entry: toEntry(entry, one),
        settings: undefined,
        parent,
        children,
        computed: { path, blocks: one.parts?.blocks ?? [] },
        sections: one.parts?.sections ?? [],
      };
      byPath.set(path.toLowerCase(), page);
      add(page);
      children.push(...place(entry, one.children, page));
      return page;
    });
  }

  return { place, findByPath: (path: string) => byPath.get(path.normalize('NFC').toLowerCase()) };
}

/** An entry as if somebody had written the page. */
const toEntry = ({ id, createdAt, updatedAt }: PageEntry, page: ComputedPage): PageEntry => ({
  type: page.parts ? 'document' : 'group',
  id: idOfComputed(id, page),
  title: page.title,
  slug: page.slug,
  createdAt,
  updatedAt,
});
