import { v5 as uuidv5 } from 'uuid';
import type { PageEntry } from '../../content/tree/entries.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import type { ComputedPage } from '../../features/openapi/pages/list-computed-pages.ts';
import type { VisiblePage } from '../visible-page.ts';

/** Puts computed pages among those of a revision. `add` is called for each, those above first. */
export function createComputedPlaces({ pages: written }: Snapshot, add: (page: VisiblePage) => void) {
  const byPath = new Map<string, VisiblePage>();

  /** Pages that somebody wrote go before, and those of an entry that stands further up. */
  function findFreePath(wanted: string): string {
    let path = wanted;
    for (let n = 1; written.findByPath(path) || byPath.has(path.toLowerCase()); n += 1)
      path = `${wanted}-${n}`;
    return path;
  }

  /** The pages that an entry stands for, in its place. */
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

/** An entry as if somebody had written the page. Its id is the same in every version of the spec. */
const toEntry = (
  { id, createdAt, updatedAt }: PageEntry,
  { key, title, slug, parts }: ComputedPage,
): PageEntry => ({
  type: parts ? 'document' : 'group',
  id: uuidv5(key, id),
  title,
  slug,
  createdAt,
  updatedAt,
});
