import { unsharedItems } from './diff-snapshots.ts';
import type { PageNode } from './entries.ts';
import { foldPath } from './fold-path.ts';
import { itemsOf, type MerkleList } from './merkle-list.ts';
import type { Snapshot } from './snapshot.ts';

/** A path that a page had and has no longer. */
export interface FormerPath {
  path: string;
  pageId: string;
}

type Pages = MerkleList<PageNode> | undefined;

/**
 * Finds the paths of pages that both revisions have at different places. Walks nodes that the revisions do not share,
 * and everything below a page whose own path has changed.
 */
export function findFormerPaths(before: Snapshot, after: Snapshot): FormerPath[] {
  const found: FormerPath[] = [];

  /** Whether the page is elsewhere now; pages that are gone count, too: what was below them may have stayed. */
  function hasMoved({ entry }: PageNode): boolean {
    const { id } = entry;
    const node = after.pages.find(id);
    const path = before.pages.pathOf(id);
    if (!node) return true;
    if (path === after.pages.pathOf(id)) return false;
    if ('slug' in entry && 'slug' in node.entry) found.push({ path: foldPath(path), pageId: id });
    return true;
  }

  function addBelow(pages: Pages): void {
    for (const page of itemsOf(pages)) {
      hasMoved(page);
      addBelow(page.children);
    }
  }

  const lists: [Pages, Pages][] = [[before.pages.top, after.pages.top]];
  for (let pair = lists.pop(); pair; pair = lists.pop()) {
    const [left, right] = unsharedItems(pair[0], pair[1]);
    const twins = new Map(right.map((page) => [page.entry.id, page]));
    for (const page of left) {
      const twin = twins.get(page.entry.id);
      if (twin === page) continue;
      if (hasMoved(page) || !twin) addBelow(page.children);
      else lists.push([page.children, twin.children]);
    }
  }
  return found;
}
