import { unsharedItems } from './diff-snapshots.ts';
import type { PageNode } from './entries.ts';
import type { MerkleList } from './merkle-list.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Finds the pages of both revisions that are below another page than before, or at another place among their siblings.
 * If siblings changed places, as few of them as possible count as moved. Walks only nodes that the revisions do not
 * share.
 */
export function findMovedPages(before: Snapshot, after: Snapshot): Set<string> {
  const moved = new Set<string>();
  const left = new Set<string>();
  const arrived = new Set<string>();
  const lists: [MerkleList<PageNode> | undefined, MerkleList<PageNode> | undefined][] = [
    [before.pages.top, after.pages.top],
  ];
  for (let pair = lists.pop(); pair; pair = lists.pop()) {
    const [former, present] = unsharedItems(pair[0], pair[1]);
    const places = new Map(present.map((page, position) => [page.entry.id, { page, place: position }]));
    const kept: { id: string; place: number }[] = [];
    for (const { entry, children } of former) {
      const twin = places.get(entry.id);
      places.delete(entry.id);
      if (twin) kept.push({ id: entry.id, place: twin.place });
      else left.add(entry.id);
      lists.push([children, twin?.page.children]);
    }
    for (const [id, { page }] of places) {
      arrived.add(id);
      lists.push([undefined, page.children]);
    }
    for (const id of findDisplaced(kept)) moved.add(id);
  }
  for (const id of arrived) if (left.has(id)) moved.add(id);
  return moved;
}

/** Returns the items that are not part of the longest series that has kept its order. */
export function findDisplaced(items: readonly { id: string; place: number }[]): string[] {
  // By the length of a series, its last item with the lowest place; and for each item the one before it in its series.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { place }] of items.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((items[ends[middle] as number]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const inOrder = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] as number) inOrder.add(index);
  return items.filter((_, index) => !inOrder.has(index)).map(({ id }) => id);
}
