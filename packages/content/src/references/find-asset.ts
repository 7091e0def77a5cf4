import { firstOfEach, foldPath } from '../tree/fold-path.ts';
import { itemsOf, type MerkleList } from '../tree/merkle-list.ts';
import type { Snapshot } from '../tree/snapshot.ts';

/** A target found by its path that is not a page. */
export type Asset = { kind: 'file'; file: string } | { kind: 'reusable-content'; reusableContent: string };

interface Entry {
  id: string;
  git?: { path: string };
}

/** Ids by folded path. A list is shared by all revisions in which nothing of it changed. */
const foldedPaths = new WeakMap<MerkleList<Entry>, Map<string, string>>();

/** The file or reusable content with this path in the repository; `folded`: but for case and Unicode form. */
export function findAsset(
  snapshot: Snapshot,
  path: string,
  by: 'exact' | 'folded' = 'exact',
): Asset | undefined {
  const isFolded = by === 'folded';
  const file = isFolded ? findFolded(snapshot.files, path) : snapshot.findFileByGitPath(path)?.id;
  if (file !== undefined) return { kind: 'file', file };
  const reusableContent = isFolded
    ? findFolded(snapshot.reusables, path)
    : snapshot.findReusableByGitPath(path)?.id;
  return reusableContent === undefined ? undefined : { kind: 'reusable-content', reusableContent };
}

function findFolded(list: MerkleList<Entry> | undefined, path: string): string | undefined {
  if (!list) return undefined;
  let ids = foldedPaths.get(list);
  if (!ids) {
    ids = firstOfEach(
      [...itemsOf(list)].flatMap(({ id, git }) => (git ? [[foldPath(git.path), id] as const] : [])),
    );
    foldedPaths.set(list, ids);
  }
  return ids.get(foldPath(path));
}
