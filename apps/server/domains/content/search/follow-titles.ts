import { Segment } from '@lectern/search/segment';
import { findLivePages, listWithOtherTitles } from './live-pages.ts';
import {
  lockIndex,
  type NamedSegment,
  type NewSegment,
  nameSegment,
  readSegments,
  type SearchIndexRow,
  storeIndex,
} from './search-index.repository.ts';
import type { Upkeep } from './upkeep.ts';
import { writeSegments } from './write-segments.ts';

/** Whether pages may be below other titles than were indexed with them. */
export const hasOtherTitles = ({ segments }: Pick<SearchIndexRow, 'segments'>): boolean =>
  segments.some(({ titlesChangedIn }) => titlesChangedIn !== undefined);

/**
 * Indexes again the pages that are below other titles now, where a change had too many of them. Until then they are
 * found with the titles from before. Returns whether there were any.
 */
export async function followTitles(upkeep: Upkeep, row: SearchIndexRow): Promise<boolean> {
  if (!hasOtherTitles(row)) return false;
  const { db, transact, key, openSnapshot } = upkeep;
  const ids = row.segments.map(({ id }) => id);
  const contents = await readSegments(db, key.organizationId, ids);
  // A change of the content was faster.
  if (contents.size < ids.length) return true;
  const segments = ids.map((id) => Segment.open(contents.get(id) as Buffer));
  const snapshot = await openSnapshot(row.revisionId);
  const { live } = findLivePages(segments, snapshot);
  const entries = listWithOtherTitles(segments, live, snapshot);
  const written = await writeSegments(entries, { ...upkeep, tree: snapshot.pages });
  await transact(async ({ trx, announce }) => {
    const index = await lockIndex(trx, key);
    if (!index || !ids.every((id) => index.segments.some((segment) => segment.id === id))) return;
    const marks = marksOf(row);
    const placed = placeWritten(index, row, written).map((segment) =>
      // Changed again since: another job follows.
      segment.titlesChangedIn === marks.get(segment.id) ? withMark(segment, undefined) : segment,
    );
    await storeIndex(trx, key.organizationId, { ...index, segments: placed }, { written });
    // Its pages did not change, but its search results did.
    announce({ kind: 'space', spaceId: key.spaceId });
  });
  return true;
}

/**
 * The segments of an index with those that were written for an earlier state of it, `row`. They are placed before the
 * segments that came since, because a page counts in the newest one that has it; and they are marked if titles have
 * changed since.
 */
export function placeWritten(
  index: Pick<SearchIndexRow, 'segments'>,
  row: Pick<SearchIndexRow, 'segments'>,
  written: readonly NewSegment[],
): NamedSegment[] {
  const marks = marksOf(row);
  const isOlder = ({ id }: NamedSegment): boolean => marks.has(id);
  const changed = index.segments.find((one) => isOlder(one) && one.titlesChangedIn !== marks.get(one.id));
  return [
    ...index.segments.filter(isOlder),
    ...written.map((one) => withMark(nameSegment(one), changed?.titlesChangedIn)),
    ...index.segments.filter((one) => !isOlder(one)),
  ];
}

const marksOf = ({ segments }: Pick<SearchIndexRow, 'segments'>): Map<string, string | undefined> =>
  new Map(segments.map(({ id, titlesChangedIn }) => [id, titlesChangedIn]));

const withMark = (
  { titlesChangedIn: _before, ...segment }: NamedSegment,
  mark: string | undefined,
): NamedSegment => (mark === undefined ? segment : { ...segment, titlesChangedIn: mark });
