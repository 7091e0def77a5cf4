import type { PageNode } from '../tree/entries.ts';
import { itemsOf, type MerkleList } from '../tree/merkle-list.ts';
import type { PageTree } from '../tree/page-tree.ts';

/** Stands for the list at the top, where a page would be the parent. */
export const TOP = '';

type PageList = MerkleList<PageNode> | undefined;

/**
 * Returns the parents whose children are others, or in another order, in `after`; `TOP` for the top. Also those that
 * are missing from one of the trees. Lists that both trees share are not read.
 */
export function findChangedLists(before: PageTree, after: PageTree): Set<string> {
  const changed = new Set<string>();
  const pairs: [string, PageList, PageList][] = [[TOP, before.top, after.top]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [parentId, left, right] = pair;
    if (left?.hash === right?.hash) continue;
    const old = new Map([...itemsOf(left)].map((page) => [page.entry.id, page]));
    const now = [...itemsOf(right)];
    if (!isSameOrder([...old.keys()], now)) changed.add(parentId);
    for (const { entry, children } of now) {
      const known = old.get(entry.id) ?? before.find(entry.id);
      pairs.push([entry.id, known?.children, children]);
      old.delete(entry.id);
    }
    for (const { entry, children } of old.values())
      if (!after.find(entry.id)) pairs.push([entry.id, children, undefined]);
  }
  return changed;
}

const isSameOrder = (ids: readonly string[], pages: readonly PageNode[]): boolean =>
  ids.length === pages.length && pages.every(({ entry }, position) => entry.id === ids[position]);
