import type { Snapshot } from '@lectern/content/tree/snapshot';
import { Segment } from '@lectern/search/segment';
import { appendTo } from '@lectern/std/long-lists';
import type { Transaction } from 'kysely';
import type { MovedSpace } from '../../../content/revisions/moved-space.ts';
import type { SpaceCopy } from '../../../content/revisions/space-copy.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import { findChangedPlaces } from './changed-places.ts';
import { hasOtherTitles } from './follow-titles.ts';
import { documentEntries, hasComputedEntries } from './live-pages.ts';
import { chooseMerge, isMostlyObsolete, MAX_WAITING_SEGMENTS } from './merge-policy.ts';
import { type DocumentEntry, pageKey } from './page-key.ts';
import { createTextsReader } from './page-parts.ts';
import {
  copySegments,
  deleteUnnamedSegments,
  findSpaceState,
  isSameContent,
  lockIndex,
  type NamedSegment,
  type NewSegment,
  nameSegment,
  readSegments,
  type SearchIndexRow,
  storeIndex,
  touchSegments,
} from './search-index.repository.ts';
import { enqueueSearchIndex, enqueueSearchUpkeep } from './search-index-job.ts';
import { SEARCH_VERSION } from './search-version.ts';
import { writeSegments } from './write-segments.ts';

/** With so many changed pages, a person is likely to wait for the change; with more, it is an import. */
const MAX_EDITED_PAGES = 24;

/** A renamed or moved page with more pages below it is indexed with its change; those below it follow in a job. */
const MAX_FOLLOWING_PAGES = MAX_EDITED_PAGES;

/** Keeps the search index of a space at its current revision, in the transaction that moved the space and locked it. */
export async function updateSearchIndex(
  unit: UnitOfWork,
  { moved, row }: { moved: MovedSpace; row: SearchIndexRow | undefined },
  threads: Threads,
): Promise<void> {
  const { organizationId, spaceId, revisionId } = moved;
  const { trx } = unit;
  if (row ? row.version !== SEARCH_VERSION : !documentEntries(moved.before).next().done) {
    // The existing index cannot be extended. Reindexing everything would take too long here.
    await enqueueSearchIndex(unit, moved, moved.at);
    return;
  }
  const { added, changed, removed, isBehind } = changedPages(moved);
  const before = row?.livePages ?? 0;
  const index: SearchIndexRow = {
    spaceId,
    revisionId,
    version: SEARCH_VERSION,
    language: row ? row.language : ((await findSpaceState(trx, moved))?.language ?? null),
    livePages: before + added.length - removed,
    hasComputed: hasComputed(moved, row),
    segments: (row?.segments ?? []).map((segment) =>
      isBehind ? { ...segment, titlesChangedIn: revisionId } : segment,
    ),
  };
  const source = {
    threads,
    tree: moved.after.pages,
    readTexts: createTextsReader({ ...moved, db: trx, threads }),
    newDocuments: moved.newDocuments,
    lane: added.length + changed.length <= MAX_EDITED_PAGES ? 'request' : 'job',
  } as const;
  const dropped: NamedSegment[] = [];
  // No previously indexed page is left.
  if (changed.length + removed === before) appendTo(dropped, index.segments.splice(0));
  let written = await writeSegments([...added, ...changed], source);
  appendTo(index.segments, written.map(nameSegment));

  const due = chooseMerge(index.segments);
  if (due && due.length >= MAX_WAITING_SEGMENTS) {
    const entries = await findLiveEntries(trx, organizationId, due, written, moved.after);
    const merged = await writeSegments(entries, source);
    index.segments = [...index.segments.filter((one) => !due.includes(one)), ...merged.map(nameSegment)];
    appendTo(dropped, due);
    const dueIds = new Set(due.map(({ id }) => id));
    written = [...written.filter(({ id }) => !dueIds.has(id)), ...merged];
  }
  await storeIndex(trx, organizationId, index, { written, dropped });
  if (isMostlyObsolete(index) || chooseMerge(index.segments) || hasOtherTitles(index))
    await enqueueSearchUpkeep(unit, moved, moved.at);
}

interface ChangedPages {
  added: DocumentEntry[];
  changed: DocumentEntry[];
  removed: number;
  /** Whether more pages are below other titles now than are indexed at once. */
  isBehind: boolean;
}

/** The pages of which search must know something else now. */
function changedPages({ before, after, difference: { pages: differences } }: MovedSpace): ChangedPages {
  const following = findChangedPlaces(before.pages, after.pages, MAX_FOLLOWING_PAGES);
  const pages: ChangedPages = { added: [], changed: [], removed: 0, isBehind: following === undefined };
  for (const difference of differences.values()) {
    const old = difference.before?.type === 'document' ? difference.before : undefined;
    const next = difference.after?.type === 'document' ? difference.after : undefined;
    if (!next) pages.removed += old ? 1 : 0;
    else if (!old) pages.added.push(next);
    else if (!pageKey(old).equals(pageKey(next))) pages.changed.push(next);
  }
  const known = new Set([...pages.added, ...pages.changed].map(({ id }) => id));
  appendTo(pages.changed, following?.filter(({ id }) => !known.has(id)) ?? []);
  return pages;
}

/** Looks at the whole table of contents only where the change may have removed the last computed entry. */
function hasComputed(
  { difference: { pages: differences }, after }: MovedSpace,
  row: SearchIndexRow | undefined,
): boolean {
  const changed = [...differences.values()];
  if (changed.some((page) => page.after?.type === 'computed')) return true;
  const isSame = !changed.some(({ before }) => before?.type === 'computed');
  return isSame && row ? (row.hasComputed ?? hasComputedEntries(after)) : hasComputedEntries(after);
}

/** The pages of some segments that the revision still has; segments that were just written are not stored yet. */
async function findLiveEntries(
  trx: Transaction<DB>,
  organizationId: string,
  segments: readonly NamedSegment[],
  written: readonly NewSegment[],
  snapshot: Snapshot,
): Promise<DocumentEntry[]> {
  const contents = new Map(written.map(({ id, content }) => [id, content]));
  const stored = segments.map(({ id }) => id).filter((id) => !contents.has(id));
  for (const [id, content] of await readSegments(trx, organizationId, stored)) contents.set(id, content);
  const entries = new Map<string, DocumentEntry>();
  for (const { id } of segments) {
    const segment = Segment.open(contents.get(id) as Buffer);
    for (let ordinal = 0; ordinal < segment.pageCount; ordinal += 1) {
      const entry = snapshot.pages.find(segment.pageId(ordinal))?.entry;
      if (entry?.type === 'document' && pageKey(entry).equals(segment.pageKey(ordinal)))
        entries.set(entry.id, entry);
    }
  }
  return [...entries.values()];
}

/**
 * Gives a copy of a space, at the same content, the same search index: within the organization the same segments are
 * named twice, into another one they are copied.
 */
export async function copySearchIndex(trx: Transaction<DB>, { from, to }: SpaceCopy): Promise<void> {
  const row = await lockIndex(trx, from);
  if (!row || row.version !== SEARCH_VERSION) return;
  // The copy has the content that the index describes: the source may have changed in the meantime.
  if (!(await isSameContent(trx, { ...from, revisionId: row.revisionId }, to))) return;
  const isWithin = from.organizationId === to.organizationId;
  const isWhole = isWithin
    ? await touchSegments(trx, from.organizationId, row.segments)
    : await copySegments(trx, from.organizationId, to.organizationId, row.segments);
  // The sweep deleted segments that a damaged database still names: a search of the copy will find no index.
  if (!isWhole) return;
  const segments = row.segments.map((segment): NamedSegment => ({ ...segment, isShared: true }));
  if (isWithin && row.segments.some(({ isShared }) => !isShared))
    await storeIndex(trx, from.organizationId, { ...row, segments });
  await storeIndex(trx, to.organizationId, {
    ...row,
    spaceId: to.spaceId,
    revisionId: to.revisionId,
    segments,
  });
}

/** The index of a space, for `updateSearchIndex`: locked until the end of the transaction. */
export const lockSearchIndex = lockIndex;

/** Deletes segments that no index uses and that were not touched since `before`. Returns the number of rows. */
export const sweepSearchSegments = deleteUnnamedSegments;
