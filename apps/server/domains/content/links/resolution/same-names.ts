import { type Difference, diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { Snapshot } from '@lectern/content/tree/snapshot';

/** Whether every target means the same in both revisions: nothing was added, removed or moved. */
export function hasSameNames(before: Snapshot, after: Snapshot): boolean {
  if (before.settingsHash !== after.settingsHash) return false;
  const { pages, files, reusables } = diffSnapshots(before, after);
  return (
    isAlike(pages, (page) => `${page.type} ${page.type === 'document' ? pathOf(page) : ''}`) &&
    isAlike(files, pathOf) &&
    isAlike(reusables, pathOf)
  );
}

const pathOf = (entry: { git?: { path: string } }): string => entry.git?.path ?? '';

function isAlike<Entry>(changes: Map<string, Difference<Entry>>, nameOf: (entry: Entry) => string): boolean {
  for (const { before, after } of changes.values())
    if (!before || !after || nameOf(before) !== nameOf(after)) return false;
  return true;
}
