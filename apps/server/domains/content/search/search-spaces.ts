import { findMisspellable } from '@lectern/search/find-lookups';
import { parseQuery, type Query } from '@lectern/search/parse-query';
import { type SearchOptions, type SearchResults, search } from '@lectern/search/search';
import type { Context } from '../../../platform/context.ts';
import { createPause } from '../../../platform/threads/pause.ts';
import { BestHits, type Hit, type LastResult, type SearchedSpace } from './best-hits.ts';
import { asksForSomething } from './find-pages.ts';
import { NeededTerms, queryOfWord } from './needed-terms.ts';
import { findIndexes, type NamedSegment, type SearchIndexRow } from './search-index.repository.ts';
import type { SearchStore } from './search-store.ts';
import { SEARCH_VERSION } from './search-version.ts';
import type { SegmentSummaries } from './segment-summaries.ts';
import { alone, gatherSegments, groupSpaces, type Narrow, type ReadSpace } from './space-groups.ts';

/** Spaces whose segments are read at once, where they are not in memory. */
const BATCH = 64;

/** As much as asks for a look at the clock: searching a group takes up to a few milliseconds. */
const WORK_OF_SEARCH = 256;

interface Parts {
  context: Pick<Context, 'db'>;
  indexes: SearchStore;
}

/** Whether the space may have computed pages. */
export const mayHaveComputedPages = ({ hasComputed }: SearchIndexRow): boolean => hasComputed !== false;

/** The spaces of one organization that are searched. */
export interface SpacesToSearch {
  organizationId: string;
  spaces: readonly SearchedSpace[];
  /** Narrows an index to the segments that the searcher may search; undefined for the whole index. */
  narrow?: Narrow;
  /**
   * Whether `narrow` may add something to an index that is computed from specs, of which the summaries of segments know
   * nothing.
   */
  mayHaveComputed?: (row: SearchIndexRow) => boolean;
  /**
   * Whether the spaces are parts of one whole, in which a word has the same weight everywhere. Otherwise each is ranked
   * separately, so that a change in one does not affect the results of another.
   */
  isWhole?: boolean;
}

interface Wanted {
  query: string;
  after: LastResult | undefined;
  limit: number;
}

/** A space with the row of its index, if it has one. */
interface SpaceToSearch {
  organizationId: string;
  space: SearchedSpace;
  row: SearchIndexRow | undefined;
}

export interface FoundHits {
  /** The best hits, and one more than requested if there is one. */
  hits: Hit[];
  /** The number of pages that match in all spaces. */
  count: number;
}

/** Finds the best pages in some spaces. */
export async function searchSpaces(
  parts: Parts,
  {
    organizationId,
    spaces: searched,
    narrow,
    mayHaveComputed = () => false,
    isWhole = false,
  }: SpacesToSearch,
  wanted: Wanted,
): Promise<FoundHits> {
  if (!asksForSomething(wanted.query)) return { hits: [], count: 0 };
  const spaces = await findRows(parts, organizationId, searched);
  const { indexes } = parts;
  const rows = spaces.flatMap(({ row }) => (row?.version === SEARCH_VERSION ? [row] : []));
  const query = parseQuery(wanted.query);
  const isInMemory = indexes.hasRoomFor(rows);
  // This search does not wait for the summaries. If this fails, the next search tries again.
  if (!isInMemory) indexes.summaries.cover(organizationId, segmentsOf(rows)).catch(() => {});
  const needed = (misspelt: ReadonlySet<string>): NeededTerms | undefined =>
    isInMemory ? undefined : new NeededTerms(indexes.summaries, organizationId, { query, misspelt });
  const misspellable = findMisspellable(query);
  const unknown =
    isInMemory || rows.some(mayHaveComputed)
      ? []
      : findUnknown(indexes.summaries, { organizationId, rows, query });
  const misspelt = new Set(misspellable.filter((term) => unknown.includes(term)));
  const unanswered = new Set(misspellable.filter((term) => !misspelt.has(term)));
  const pass = { ...wanted, narrow, mayHaveComputed, isTogether: isWhole && spaces.length <= BATCH };
  const found = await searchOnce(parts, spaces, {
    ...pass,
    needed: needed(misspelt),
    mayBeMisspelt: (term) => misspelt.has(term),
    onAnswered: (term) => unanswered.delete(term),
  });
  if (unanswered.size === 0) return found;
  for (const term of unanswered) misspelt.add(term);
  return searchOnce(parts, spaces, {
    ...pass,
    needed: needed(misspelt),
    mayBeMisspelt: (term) => misspelt.has(term),
  });
}

const segmentsOf = (rows: readonly SearchIndexRow[]): NamedSegment[] =>
  rows.flatMap(({ segments }) => segments);

/** The words to which nothing answers in the summaries; none unless they cover all segments. */
function findUnknown(
  summaries: SegmentSummaries,
  { organizationId, rows, query }: { organizationId: string; rows: readonly SearchIndexRow[]; query: Query },
): string[] {
  const isCovered = rows.every(({ segments }) =>
    segments.every(({ id }) => summaries.find(organizationId, id)),
  );
  if (!isCovered) return [];
  return query.words.flatMap((word) => {
    const needed = new NeededTerms(summaries, organizationId, {
      query: queryOfWord(query, word),
      misspelt: new Set(),
    });
    return rows.some((row) => needed.isNeeded({ ...row, isAllLive: true })) ? [] : [word.term];
  });
}

async function findRows(
  { context }: Parts,
  organizationId: string,
  spaces: readonly SearchedSpace[],
): Promise<SpaceToSearch[]> {
  const ids = spaces.map(({ spaceId }) => spaceId);
  const found = await findIndexes(context.db, organizationId, ids);
  const rows = new Map(found.map((row) => [row.spaceId, row]));
  return spaces.map((space) => ({ organizationId, space, row: rows.get(space.spaceId) }));
}

interface Pass extends Wanted, Pick<SearchOptions, 'mayBeMisspelt' | 'onAnswered'> {
  narrow: Narrow | undefined;
  mayHaveComputed(row: SearchIndexRow): boolean;
  /** Whether spaces are ranked together. */
  isTogether: boolean;
  /** The parts of the segments to read; if undefined, they are read as a whole. */
  needed: NeededTerms | undefined;
}

async function searchOnce(
  parts: Parts,
  spaces: readonly SpaceToSearch[],
  {
    query,
    after,
    limit,
    narrow,
    mayHaveComputed,
    isTogether,
    needed,
    mayBeMisspelt,
    onAnswered = () => {},
  }: Pass,
): Promise<FoundHits> {
  // Spaces that are ranked together are counted together, even if nothing is found.
  const searched =
    needed && !isTogether
      ? spaces.filter(({ row }) => !row || mayHaveComputed(row) || mayFindIn(needed, row))
      : spaces;
  const best = new BestHits(after, limit);
  let count = 0;
  const pause = createPause();
  let coming = readSpaces(parts, searched.slice(0, BATCH), needed);
  for (let start = 0; start < searched.length; start += BATCH) {
    const read = await coming;
    // The next ones are read while these are searched; the loop sees a failure when it gets there.
    coming = readSpaces(parts, searched.slice(start + BATCH, start + 2 * BATCH), needed);
    coming.catch(() => {});
    for (const group of isTogether ? groupSpaces(read) : read.map(alone)) {
      const { segments, owners } = await gatherSegments(group, narrow, spaces.length === 1);
      const ranked = search(segments, query, { language: group.language, mayBeMisspelt, onAnswered });
      count += ranked.length;
      best.add(hitsOf(owners, ranked));
      await pause(WORK_OF_SEARCH);
    }
  }
  return { hits: best.list(), count };
}

/** Whether a search may find something in an index; one of another version is not for this question. */
const mayFindIn = (needed: NeededTerms, row: SearchIndexRow): boolean =>
  row.version !== SEARCH_VERSION || needed.isNeeded({ ...row, isAllLive: false });

/** Yields hits one by one, because only the best ones of most groups are examined. */
function* hitsOf(owners: readonly ReadSpace[], ranked: SearchResults): Generator<Hit> {
  for (const page of ranked) {
    const { space, index } = owners[page.segment] as ReadSpace;
    yield { space, index, page };
  }
}

/** Reads the segments of the spaces that are indexed, or what is needed of them. */
async function readSpaces(
  { indexes }: Parts,
  spaces: readonly SpaceToSearch[],
  needed: NeededTerms | undefined,
): Promise<ReadSpace[]> {
  if (spaces.length === 0) return [];
  const rows = spaces.map(({ organizationId, space: { spaceId, revisionId }, row }) => ({
    organizationId,
    spaceId,
    revisionId,
    row,
  }));
  const opened = (await indexes.openRows(rows)).flatMap((index, at) =>
    index ? [{ space: (spaces[at] as SpaceToSearch).space, index }] : [],
  );
  const segments = await indexes.readSegments(
    opened.map(({ index }) => index),
    needed,
  );
  return opened.map((one, at) => ({ ...one, segments: segments[at] ?? [] }));
}
