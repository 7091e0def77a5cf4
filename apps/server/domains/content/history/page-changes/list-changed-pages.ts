import { type Difference, diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { PageEntry } from '@lectern/content/tree/entries';
import type { OpenRevision } from '../../../../content/revisions/content-store.ts';
import { diffPlaces } from '../../../../content/revisions/diff-places.ts';
import { isEdited, type Sides } from '../describe-changes.ts';

/** A page that differs between two revisions, as they have it. */
export interface ChangedEntry {
  pageId: string;
  difference: Difference<PageEntry>;
  isMoved: boolean;
}

/** The pages that differ, in reading order. One that was deleted follows the page that was before it. */
export function listChangedPages({ before, after }: Sides<OpenRevision>): ChangedEntry[] {
  const { pages: changed } = diffSnapshots(before.snapshot, after.snapshot);
  const places = diffPlaces(before.snapshot, after.snapshot);
  if (changed.size === 0 && places.size === 0) return [];
  const deleted = listDeleted(before, changed);
  const entries: ChangedEntry[] = [...(deleted.get(undefined) ?? [])];
  for (const { entry } of after.snapshot.pages.pages()) {
    const difference = changed.get(entry.id) ?? { before: entry, after: entry };
    const isMoved = places.has(entry.id);
    if (isMoved || isChanged(difference)) entries.push({ pageId: entry.id, difference, isMoved });
    for (const one of deleted.get(entry.id) ?? []) entries.push(one);
  }
  return entries;
}

/** The ids of the pages that differ, unordered. Visits only the parts of the trees that the revisions do not share. */
export function listChangedPageIds({ before, after }: Sides<OpenRevision>): string[] {
  const { pages } = diffSnapshots(before.snapshot, after.snapshot);
  const changed = [...pages].flatMap(([pageId, difference]) => (isChanged(difference) ? pageId : []));
  return [...new Set([...changed, ...diffPlaces(before.snapshot, after.snapshot).keys()])];
}

const isChanged = ({ before, after }: Difference<PageEntry>): boolean =>
  !before || !after || (before !== after && isEdited(before, after));

/** The pages that were deleted, by the last page before them that is still there. */
function listDeleted(
  { snapshot }: OpenRevision,
  changed: ReadonlyMap<string, Difference<PageEntry>>,
): Map<string | undefined, ChangedEntry[]> {
  const deleted = new Map<string | undefined, ChangedEntry[]>();
  if (![...changed.values()].some(({ after }) => !after)) return deleted;
  let last: string | undefined;
  for (const { entry } of snapshot.pages.pages()) {
    const difference = changed.get(entry.id);
    if (!difference || difference.after) last = entry.id;
    else {
      const known = deleted.get(last) ?? [];
      known.push({ pageId: entry.id, difference, isMoved: false });
      deleted.set(last, known);
    }
  }
  return deleted;
}
