import type { Conflict } from '@lectern/content/merge/conflicts';
import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { GitBlob } from '@lectern/content/tree/entries';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { FileChange } from '../export/written-files.ts';
import type { SyncConflict } from './sync-work.ts';

interface Filed {
  git?: GitBlob;
}

/** Lists the files that a step of a sync changed in a space, by their paths in the repository. */
export function describeReceived(before: Snapshot, after: Snapshot): FileChange[] {
  const { pages, files, reusables } = diffSnapshots(before, after);
  return [...pages.values(), ...files.values(), ...reusables.values()].flatMap((difference) => {
    const change = describeChange(gitOf(difference.before), gitOf(difference.after));
    return change ? [change] : [];
  });
}

const gitOf = (entry: object | undefined): GitBlob | undefined => (entry as Filed | undefined)?.git;

function describeChange(before: GitBlob | undefined, after: GitBlob | undefined): FileChange | undefined {
  if (!before) return after && { kind: 'added', path: after.path };
  if (!after) return { kind: 'deleted', path: before.path };
  if (before.path !== after.path) return { kind: 'renamed', path: after.path, oldPath: before.path };
  return before.oid === after.oid ? undefined : { kind: 'changed', path: after.path };
}

/** Lists the pages and files in which both sides had changed the same place, each once. */
export function describeConflicts(
  conflicts: readonly Conflict[],
  ...snapshots: readonly Snapshot[]
): SyncConflict[] {
  const described = new Map<string, SyncConflict>();
  for (const conflict of conflicts) {
    const id = idOf(conflict);
    const known = described.get(id);
    if (known) continue;
    const page = findFirst(snapshots, (snapshot) => snapshot.pages.find(id)?.entry);
    const other = findFirst(snapshots, (snapshot) => snapshot.findFile(id) ?? snapshot.findReusable(id));
    const path = gitOf(page ?? other)?.path ?? id;
    described.set(id, { path, ...(page ? { pageId: page.id, title: page.title } : {}) });
  }
  return [...described.values()];
}

/** Lists the pages and files in which the content of a change request differs from the content that is kept. */
export function describeLeftOut(kept: Snapshot, leftOut: Snapshot): SyncConflict[] {
  const { pages, files, reusables } = diffSnapshots(kept, leftOut);
  const described = [...pages.values(), ...files.values(), ...reusables.values()].flatMap(
    ({ before, after }): SyncConflict[] => {
      const entry = after ?? before;
      if (!entry) return [];
      const path = gitOf(after)?.path ?? gitOf(before)?.path ?? entry.id;
      return [{ path, ...('slug' in entry ? { pageId: entry.id, title: entry.title } : {}) }];
    },
  );
  return described.length > 0 ? described : [{ path: 'SUMMARY.md' }];
}

function idOf(conflict: Conflict): string {
  switch (conflict.kind) {
    case 'document':
      return conflict.targetId;
    case 'page-field':
    case 'page-deleted':
    case 'page-position':
      return conflict.pageId;
    case 'file':
      return conflict.fileId;
    case 'reusable-content':
      return conflict.reusableContentId;
    case 'setting':
      return `${conflict.setting} ${conflict.key}`;
  }
}

function findFirst<Found>(
  snapshots: readonly Snapshot[],
  find: (snapshot: Snapshot) => Found | undefined,
): Found | undefined {
  for (const snapshot of snapshots) {
    const found = find(snapshot);
    if (found) return found;
  }
  return undefined;
}
