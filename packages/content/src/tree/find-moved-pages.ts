import { type Run, unsharedRuns } from './diff-snapshots.ts';
import type { PageNode } from './entries.ts';
import { itemsOf, type MerkleList } from './merkle-list.ts';
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
    const [former, present] = unsharedRuns(pair[0], pair[1]);
    const places = new Map<string, Placed>();
    const sharedPlaces = new Map<string, number>();
    for (const [place, run] of listEntries(present).entries())
      if ('shared' in run) sharedPlaces.set(run.shared.hash, place);
      else places.set(run.page.entry.id, { page: run.page, place });
    const kept: KeptPages[] = [];
    for (const run of listEntries(former)) {
      if ('shared' in run) {
        const ids = (): string[] => [...itemsOf(run.shared)].map(({ entry }) => entry.id);
        const place = sharedPlaces.get(run.shared.hash) as number;
        kept.push({ ids, place, weight: run.shared.count });
        continue;
      }
      const { entry, children } = run.page;
      const twin = places.get(entry.id);
      places.delete(entry.id);
      if (twin) kept.push({ ids: () => [entry.id], place: twin.place, weight: 1 });
      else left.add(entry.id);
      lists.push([children, twin?.page.children]);
    }
    for (const [id, { page }] of places) {
      arrived.add(id);
      lists.push([undefined, page.children]);
    }
    for (const { ids } of findDisplaced(kept)) for (const id of ids()) moved.add(id);
  }
  for (const id of arrived) if (left.has(id)) moved.add(id);
  return moved;
}

interface Placed {
  page: PageNode;
  place: number;
}

/** The entries of a list: single pages, and nodes of pages that both lists share. */
const listEntries = (
  runs: readonly Run<PageNode>[],
): ({ page: PageNode } | { shared: MerkleList<PageNode> })[] =>
  runs.flatMap((run): ({ page: PageNode } | { shared: MerkleList<PageNode> })[] =>
    'shared' in run ? [run] : run.items.map((page) => ({ page })),
  );

/** Pages that stand together in both lists. */
interface KeptPages extends Displaceable {
  ids(): string[];
}

/** Items of an earlier list, in its order. */
interface Displaceable {
  /** Where it is in the later list. */
  place: number;
  /** How many items it stands for; one unless told. */
  weight?: number;
}

/** Returns the items that are not part of the heaviest series that has kept its order. */
export function findDisplaced<Item extends Displaceable>(items: readonly Item[]): Item[] {
  const places = items.map(({ place }) => place).sort((a, b) => a - b);
  const rankOf = new Map(places.map((place, rank) => [place, rank + 1]));
  // For each rank, the item that ends the heaviest series of those with ranks that the tree has at this node.
  const tree: number[] = new Array(items.length + 1).fill(-1);
  const sums: number[] = [];
  const previous: number[] = [];
  const isHeavier = (one: number, other: number): boolean =>
    other < 0 || (sums[one] as number) >= (sums[other] as number);
  for (const [index, { place, weight = 1 }] of items.entries()) {
    const rank = rankOf.get(place) as number;
    let best = -1;
    for (let at = rank - 1; at > 0; at -= at & -at) {
      const found = tree[at] as number;
      if (found >= 0 && isHeavier(found, best)) best = found;
    }
    previous[index] = best;
    sums[index] = weight + (best < 0 ? 0 : (sums[best] as number));
    for (let at = rank; at <= items.length; at += at & -at)
      if (isHeavier(index, tree[at] as number)) tree[at] = index;
  }
  let end = -1;
  for (let index = 0; index < items.length; index += 1) if (isHeavier(index, end)) end = index;
  const inOrder = new Set<number>();
  for (; end >= 0; end = previous[end] as number) inOrder.add(end);
  return items.filter((_, index) => !inOrder.has(index));
}
