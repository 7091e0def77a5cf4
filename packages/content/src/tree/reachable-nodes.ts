import type { PageNode } from './entries.ts';
import type { Hash } from './hash.ts';
import type { MerkleList } from './merkle-list.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The nodes of a snapshot among those that were made on the way to it. Nodes that the snapshot shares with others were
 * not made, and nothing below them was: the walk ends there.
 */
export function reachableNodes(snapshot: Snapshot, made: ReadonlyMap<Hash, string>): Map<Hash, string> {
  const reachable = new Map<Hash, string>();
  const take = (hash: Hash): boolean => {
    const node = made.get(hash);
    if (node === undefined || reachable.has(hash)) return false;
    reachable.set(hash, node);
    return true;
  };
  const walk = <Item>(list: MerkleList<Item> | undefined, visit: (item: Item) => void): void => {
    if (!list || !take(list.hash)) return;
    if ('parts' in list) for (const part of list.parts) walk(part, visit);
    else list.items.forEach(visit);
  };
  const visitPage = ({ children }: PageNode): void => walk(children, visitPage);
  take(snapshot.hash);
  take(snapshot.settingsHash);
  walk(snapshot.pages.top, visitPage);
  walk(snapshot.files, () => {});
  walk(snapshot.reusables, () => {});
  return reachable;
}
