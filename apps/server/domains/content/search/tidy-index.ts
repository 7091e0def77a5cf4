import type { PageTree } from '@lectern/content/tree/page-tree';
import { Segment } from '@lectern/search/segment';
import { placeWritten } from './follow-titles.ts';
import { findLivePages, type LivePages } from './live-pages.ts';
import { chooseMerge, isMostlyObsolete, isSparse } from './merge-policy.ts';
import type { DocumentEntry } from './page-key.ts';
import {
  lockIndex,
  type NamedSegment,
  readSegments,
  type SearchIndexRow,
  storeIndex,
} from './search-index.repository.ts';
import type { Upkeep } from './upkeep.ts';
import { writeSegments } from './write-segments.ts';

interface Rewrite {
  replaced: NamedSegment[];
  entries: DocumentEntry[];
  /** The tree of the pages. */
  tree: PageTree;
}

/** Merges due segments, or rewrites those with mostly obsolete pages. Returns whether there were any. */
export async function tidyIndex(upkeep: Upkeep, row: SearchIndexRow): Promise<boolean> {
  const { transact, key } = upkeep;
  const due = isMostlyObsolete(row) ? await chooseSparse(upkeep, row) : await chooseDue(upkeep, row);
  if (due === 'nothing') return false;
  // A change of the content was faster.
  if (due === 'gone') return true;
  const written = await writeSegments(due.entries, { ...upkeep, tree: due.tree });
  await transact(async ({ trx }) => {
    const index = await lockIndex(trx, key);
    const ids = new Set(due.replaced.map(({ id }) => id));
    const dropped = index?.segments.filter(({ id }) => ids.has(id)) ?? [];
    if (!index || dropped.length !== ids.size) return;
    const segments = placeWritten(index, row, written).filter(({ id }) => !ids.has(id));
    await storeIndex(trx, key.organizationId, { ...index, segments }, { written, dropped });
  });
  return true;
}

/** The pages of the revision that no segment of its index holds: none, unless something went wrong. */
export async function countMissing(upkeep: Upkeep, row: SearchIndexRow): Promise<number> {
  return (await findLive(upkeep, row, row.segments))?.missing.length ?? 0;
}

async function chooseSparse(upkeep: Upkeep, row: SearchIndexRow): Promise<Rewrite | 'nothing' | 'gone'> {
  const found = await findLive(upkeep, row, row.segments);
  if (!found) return 'gone';
  const replaced = row.segments.filter((segment, at) => isSparse(segment, found.entries[at]?.length ?? 0));
  if (replaced.length === 0) return 'nothing';
  const entries = row.segments.flatMap((segment, at) =>
    replaced.includes(segment) ? (found.entries[at] ?? []) : [],
  );
  return { replaced, entries, tree: found.tree };
}

async function chooseDue(upkeep: Upkeep, row: SearchIndexRow): Promise<Rewrite | 'nothing' | 'gone'> {
  const replaced = chooseMerge(row.segments);
  if (!replaced) return 'nothing';
  const found = await findLive(upkeep, row, replaced);
  return found ? { replaced, entries: found.entries.flat(), tree: found.tree } : 'gone';
}

/** Undefined when one of the segments is not there anymore. */
async function findLive(
  { db, key, openSnapshot }: Upkeep,
  row: SearchIndexRow,
  named: readonly NamedSegment[],
): Promise<(LivePages & { tree: PageTree }) | undefined> {
  const contents = await readSegments(
    db,
    key.organizationId,
    named.map(({ id }) => id),
  );
  if (contents.size < named.length) return undefined;
  const segments = named.map(({ id }) => Segment.open(contents.get(id) as Buffer));
  const snapshot = await openSnapshot(row.revisionId);
  return { ...findLivePages(segments, snapshot), tree: snapshot.pages };
}
