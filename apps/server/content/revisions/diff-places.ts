import type { PageNode } from '@lectern/content/tree/entries';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { matchSequences } from '@lectern/markdown/sequence-diff';

/** The parents of a page in two revisions; undefined: it is at the top. */
export interface PlaceChange {
  before: string | undefined;
  after: string | undefined;
}

type Pages = MerkleList<PageNode> | undefined;

/**
 * The pages that have another parent, or another place among the same siblings, by id. Pages that are in one revision
 * only are not among them. Walks only lists that differ.
 */
export function diffPlaces(before: Snapshot, after: Snapshot): Map<string, PlaceChange> {
  const left = new Map<string, string | undefined>();
  const joined = new Map<string, string | undefined>();
  const moved = new Map<string, PlaceChange>();
  const pairs: { parentId: string | undefined; lists: [Pages, Pages] }[] = [
    { parentId: undefined, lists: [before.pages.top, after.pages.top] },
  ];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const { parentId, lists } = pair;
    if (lists[0]?.hash === lists[1]?.hash) continue;
    const old = new Map([...itemsOf(lists[0])].map((page) => [page.entry.id, page]));
    const current = new Map([...itemsOf(lists[1])].map((page) => [page.entry.id, page]));
    for (const [id, page] of old) {
      if (!current.has(id)) left.set(id, parentId);
      pairs.push({ parentId: id, lists: [page.children, current.get(id)?.children] });
    }
    for (const [id, page] of current) {
      if (old.has(id)) continue;
      joined.set(id, parentId);
      pairs.push({ parentId: id, lists: [undefined, page.children] });
    }
    for (const id of findReordered([...old.keys()], [...current.keys()]))
      moved.set(id, { before: parentId, after: parentId });
  }
  for (const [id, parentId] of joined)
    if (left.has(id)) moved.set(id, { before: left.get(id), after: parentId });
  return moved;
}

/** The siblings of both lists that the others passed by. */
export function findReordered(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(after);
  const old = before.filter((id) => known.has(id));
  const had = new Set(before);
  const current = after.filter((id) => had.has(id));
  if (old.every((id, index) => id === current[index])) return [];
  const matches = matchSequences(old, current);
  return current.filter((_, index) => (matches[index] as number) < 0);
}
