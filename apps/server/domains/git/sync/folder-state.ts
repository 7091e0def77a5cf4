/** Finds out what a space and a folder have in common. A folder has no history, only a place and files. */

import type { GitBlob } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { type DirectoryKey, listStates } from '../git.repository.ts';
import type { FolderSource } from '../import/folder-source.ts';
import { NOTHING_COMMON, openCommon, type SyncState } from './sync-state.ts';
import { openSpace } from './sync-target.ts';

/** Each state is read, so older ones are not looked at. */
const MAX_STATES = 20;

export interface FolderState {
  state: SyncState;
  /** Whether a file with these bytes was read from this path, or written to it, in one of the last states. */
  isKnown: (path: string, oid: string) => boolean;
}

/**
 * Finds the newest state that a folder may follow from: of the same folder if at least half of its files are still
 * there, or of another one, or of a commit, if most of its files are unchanged, because then the folder is a copy.
 */
export async function findFolderState(
  parts: EditingParts,
  key: DirectoryKey,
  { folderId, files }: Pick<FolderSource, 'folderId' | 'files'>,
  { withCommits }: { withCommits: boolean },
): Promise<FolderState> {
  const { context, store } = parts;
  const rows = await listStates(context.db, key, { withCommits, limit: MAX_STATES });
  const { space } = await openSpace(parts, key);
  const present = new Map(files.list().map(({ path, oid }) => [path, oid]));
  const oids = new Set(present.values());
  const known = new Set<string>();
  let state = NOTHING_COMMON;
  // The state of the same folder comes first.
  const ordered = [...rows].sort(
    (one, other) => Number(other.oid === folderId) - Number(one.oid === folderId),
  );
  for (const row of ordered) {
    const common = await openCommon(store, space, { ...row, ref: undefined });
    const before = [...placesIn(common.read.snapshot)];
    for (const { path, oid } of before) known.add(keyOf(path, oid));
    if (state.common) continue;
    const unchanged = before.filter(({ path, oid }) => present.get(path) === oid).length;
    const kept = before.filter(({ path, oid }) => present.has(path) || oids.has(oid)).length;
    const follows = row.oid === folderId ? kept * 2 >= before.length : unchanged * 2 > before.length;
    if (follows) state = { common, isRewritten: false, isStored: true, isOlder: false };
  }
  return { state, isKnown: (path, oid) => known.has(keyOf(path, oid)) };
}

const keyOf = (path: string, oid: string): string => `${oid} ${path}`;

/** The files that a content was read from or written to. */
function* placesIn({ pages, files, reusables }: Snapshot): Generator<GitBlob> {
  for (const { entry } of pages.pages()) if (entry.type === 'document' && entry.git) yield entry.git;
  for (const { git } of itemsOf(files)) if (git) yield git;
  for (const { git } of itemsOf(reusables)) if (git) yield git;
}
