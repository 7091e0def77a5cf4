import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { SearchedSegment } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { documentEntries, findLivePages, hasComputedEntries } from './live-pages.ts';
import { pagesOf } from './merge-policy.ts';
import type { LookupsIn, NeededTerms } from './needed-terms.ts';
import {
  findIndex,
  type IndexKey,
  type NamedSegment,
  type SearchIndexRow,
} from './search-index.repository.ts';
import { enqueueSearchIndex } from './search-index-job.ts';
import { insertSummary, readSummaries } from './search-summary.repository.ts';
import { SEARCH_VERSION } from './search-version.ts';
import { createSegmentStore } from './segment-store.ts';
import { createSegmentSummaries, type SegmentSummaries } from './segment-summaries.ts';

/** The index of a space, opened for one of its revisions. */
export interface OpenedIndex extends IndexKey {
  /** Another one, another index: names what answers from this one depend on. */
  stamp: number;
  revisionId: string;
  /** The language in which the pages were analyzed; queries are analyzed in the same one. */
  language: string | null;
  segments: readonly NamedSegment[];
  /** Whether the revision has computed entries; null where this is not known. */
  hasComputed: boolean | null;
  /** For each segment, which of its pages the revision contains as indexed there. */
  live: readonly Uint8Array[];
}

/** Opened indexes and their segments in memory. */
export interface SearchStore {
  /** Returns the index synchronously if it is in memory and the space has not moved since. */
  peek(space: SpacePointer, revisionId: string): OpenedIndex | undefined;
  /** Throws a 503 when the space is not indexed yet. */
  open(space: SpacePointer, revisionId: string): Promise<OpenedIndex>;
  /** Opens the indexes of rows just read, in order; undefined for a space that is not indexed yet. */
  openRows(rows: readonly IndexToOpen[]): Promise<(OpenedIndex | undefined)[]>;
  /** Whether the memory for segments has enough room for those of all these indexes. */
  hasRoomFor(rows: readonly SearchIndexRow[]): boolean;
  /** Which segments have which terms. */
  summaries: SegmentSummaries;
  /** Returns the segments of each index, or only their needed parts. Reads those of all indexes together. */
  readSegments(indexes: readonly OpenedIndex[], needed?: NeededTerms): Promise<SearchedSegment[][]>;
  /** Returns the segments of the index, or of the one that has replaced it. */
  getSegments(index: OpenedIndex): SearchedSegment[] | Promise<SearchedSegment[]>;
}

/** The row of an index, to be opened for a revision. */
interface IndexToOpen extends IndexKey {
  row: SearchIndexRow | undefined;
  revisionId: string;
}

const RETRY_SECONDS = 2;

export const searchNotReady = defineError({ status: 503, reason: 'search-not-ready' }, () => ({
  message: 'The space is being indexed. Try again in a moment.',
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

/** How often an index is reopened because a merge was faster. */
const MAX_ROUNDS = 5;

interface Entry {
  /** The pointer for which it was opened: another one means that something has moved. */
  space: SpacePointer | undefined;
  row: SearchIndexRow;
  index: OpenedIndex;
}

export function createSearchStore(
  {
    db,
    config,
    transact,
    clock,
    pointers,
  }: Pick<Context, 'db' | 'config' | 'transact' | 'clock' | 'pointers'>,
  store: ContentStore,
): SearchStore {
  const segments = createSegmentStore(db, config.limits.memoryCacheBytes);
  const summaries = createSegmentSummaries({
    maxBytes: config.limits.memoryCacheBytes / 4,
    clock,
    readTerms: segments.readTerms,
    readStored: (organizationId, wanted) => readSummaries(db, organizationId, wanted),
    store: (organizationId, summary) => insertSummary(db, organizationId, summary),
  });
  const entries = new LRUCache<string, Entry>({
    maxSize: config.limits.memoryCacheBytes / 4,
    sizeCalculation: ({ index }) => index.live.reduce((sum, bits) => sum + bits.length + 200, 1000),
  });
  const opening = new WeakMap<SpacePointer, Map<string, Promise<OpenedIndex>>>();
  let lastStamp = 0;
  // A transferred space is the same one at the same revision, with segments in another organization.
  const keyOf = ({ organizationId, spaceId }: IndexKey, revisionId: string): string =>
    `${organizationId}/${spaceId}/${revisionId}`;

  /** Asks for the work that is missing; searches ask again until it is done. */
  const requestUpkeep = (key: IndexKey): Promise<void> =>
    transact((unit) => enqueueSearchIndex(unit, key, clock()));

  async function openSnapshot(key: IndexKey, revisionId: string): Promise<Snapshot> {
    const space = await pointers.spaces.find(key.spaceId);
    if (!space) throw spaceNotFound();
    return (await store.open(space, revisionId)).snapshot;
  }

  async function openAgain(key: IndexKey, revisionId: string): Promise<OpenedIndex> {
    const index = await openRow(key, await findIndex(db, key), revisionId);
    if (!index) throw searchNotReady();
    return index;
  }

  function findOpened(key: IndexKey, row: SearchIndexRow, revisionId: string): OpenedIndex | undefined {
    const known = entries.get(keyOf(key, revisionId));
    return known && isSameIndex(known.row, row) ? known.index : undefined;
  }

  async function openRow(
    key: IndexKey,
    read: SearchIndexRow | undefined,
    revisionId: string,
  ): Promise<OpenedIndex | undefined> {
    let row = read;
    for (let turn = 1; turn <= MAX_ROUNDS; turn += 1) {
      const known = row && findOpened(key, row, revisionId);
      if (known) return known;
      const usable = row?.version === SEARCH_VERSION ? row : await describeEmpty(key, revisionId);
      if (!usable) {
        await requestUpkeep(key);
        return undefined;
      }
      const live = await findLive(key, usable, revisionId);
      if (live) return keep(key, usable, revisionId, live);
      // A merge was faster.
      row = await findIndex(db, key);
    }
    return undefined;
  }

  function keep(key: IndexKey, row: SearchIndexRow, revisionId: string, live: Uint8Array[]): OpenedIndex {
    lastStamp += 1;
    const index: OpenedIndex = {
      stamp: lastStamp,
      organizationId: key.organizationId,
      spaceId: key.spaceId,
      revisionId,
      language: row.language,
      segments: row.segments,
      hasComputed: row.revisionId === revisionId ? row.hasComputed : null,
      live,
    };
    entries.set(keyOf(key, revisionId), { space: undefined, row, index });
    return index;
  }

  /** A space without pages needs no index. */
  async function describeEmpty(key: IndexKey, revisionId: string): Promise<SearchIndexRow | undefined> {
    const snapshot = await openSnapshot(key, revisionId);
    if (!documentEntries(snapshot).next().done) return undefined;
    const { spaceId } = key;
    return {
      spaceId,
      revisionId,
      version: SEARCH_VERSION,
      language: null,
      livePages: 0,
      hasComputed: hasComputedEntries(snapshot),
      segments: [],
    };
  }

  async function findLive(
    key: IndexKey,
    row: SearchIndexRow,
    revisionId: string,
  ): Promise<Uint8Array[] | undefined> {
    if (isAllLive(row, revisionId)) return row.segments.map(({ pages }) => new Uint8Array(pages).fill(1));
    const ids = row.segments.map(({ id }) => id);
    const opened =
      segments.peekAll(key.organizationId, ids) ?? (await loadPages(key.organizationId, row.segments));
    if (!opened) return undefined;
    const { live, missing } = findLivePages(opened, await openSnapshot(key, revisionId));
    if (missing.length > 0 && row.revisionId === revisionId) await requestUpkeep(key);
    return live;
  }

  /** The pages of segments, without terms where the whole is not in memory. */
  async function loadPages(
    organizationId: string,
    named: readonly NamedSegment[],
  ): Promise<Segment[] | undefined> {
    const outlines = await segments.loadOutlines(organizationId, named);
    const pages = named.flatMap(({ id }) => {
      const kept = outlines.get(id);
      return kept ? [kept instanceof Segment ? kept : kept.pages] : [];
    });
    return pages.length === named.length ? pages : undefined;
  }

  const peekSegments = (index: OpenedIndex): SearchedSegment[] | undefined =>
    withLive(index, segments.peekAll(index.organizationId, idsOf(index)));

  async function loadSegments(wanted: OpenedIndex): Promise<SearchedSegment[]> {
    let index = wanted;
    for (let turn = 1; turn <= MAX_ROUNDS; turn += 1) {
      const loaded = withLive(index, await segments.loadAll(index.organizationId, idsOf(index)));
      if (loaded) return loaded;
      // A merge was faster.
      entries.delete(keyOf(index, index.revisionId));
      index = await openAgain(index, index.revisionId);
    }
    throw searchNotReady();
  }

  const getSegments = (index: OpenedIndex): SearchedSegment[] | Promise<SearchedSegment[]> =>
    peekSegments(index) ?? loadSegments(index);

  async function readCuts(
    indexes: readonly OpenedIndex[],
    needed: NeededTerms,
  ): Promise<SearchedSegment[][]> {
    const organizationId = indexes[0]?.organizationId ?? '';
    const outlines = await segments.loadOutlines(
      organizationId,
      indexes.flatMap((index) => index.segments),
    );
    const wanted = indexes.flatMap((index) => {
      const lookups = needed.listLookups({
        ...index,
        isAllLive: !index.live.some((live) => live.includes(0)),
      });
      return index.segments.map(({ id }, at) => ({
        id,
        kept: outlines.get(id),
        lookupsIn: lookups[at] as LookupsIn,
      }));
    });
    const read = await segments.readCuts(organizationId, wanted);
    let at = 0;
    const cuts = indexes.map((index) => {
      const start = at;
      at += index.segments.length;
      const ofIndex = read.slice(start, at).flatMap((segment) => segment ?? []);
      return ofIndex.length === index.segments.length ? withLive(index, ofIndex) : undefined;
    });
    // A merge was faster where a segment is no longer stored.
    return Promise.all(indexes.map((index, n) => cuts[n] ?? loadSegments(index)));
  }

  return {
    peek(space, revisionId) {
      const entry = entries.get(keyOf(space, revisionId));
      return entry?.space === space ? entry.index : undefined;
    },
    open(space, revisionId) {
      const byRevision = opening.get(space) ?? new Map<string, Promise<OpenedIndex>>();
      opening.set(space, byRevision);
      let underWay = byRevision.get(revisionId);
      if (!underWay) {
        underWay = openAgain(space, revisionId)
          .then((index) => {
            const entry = entries.get(keyOf(space, revisionId));
            if (entry?.index === index) entry.space = space;
            return index;
          })
          .finally(() => byRevision.delete(revisionId));
        byRevision.set(revisionId, underWay);
      }
      return underWay;
    },
    async openRows(rows) {
      const named = rows.flatMap(({ row, revisionId, ...key }) =>
        row?.version === SEARCH_VERSION && !isAllLive(row, revisionId) && !findOpened(key, row, revisionId)
          ? row.segments
          : [],
      );
      const organizationId = rows[0]?.organizationId ?? '';
      // Those of all at once; they are found in memory below.
      if (named.length > 0) await segments.loadOutlines(organizationId, named);
      const opened: (OpenedIndex | undefined)[] = [];
      for (const { row, revisionId, ...key } of rows) opened.push(await openRow(key, row, revisionId));
      return opened;
    },
    hasRoomFor: (rows) =>
      rows.reduce((sum, row) => sum + row.segments.reduce((total, { bytes }) => total + bytes, 0), 0) <=
      config.limits.memoryCacheBytes / 2,
    summaries,
    async readSegments(indexes, needed) {
      if (needed) return readCuts(indexes, needed);
      const [first] = indexes;
      const ids = indexes.flatMap(idsOf);
      if (first && !segments.peekAll(first.organizationId, ids))
        await segments.loadAll(first.organizationId, ids);
      return Promise.all(indexes.map(getSegments));
    },
    getSegments,
  };
}

const idsOf = ({ segments }: OpenedIndex): string[] => segments.map(({ id }) => id);

/** With as many pages as the revision has, none is an older version of another, and no comparison is needed. */
const isAllLive = (row: SearchIndexRow, revisionId: string): boolean =>
  row.revisionId === revisionId && pagesOf(row.segments) === row.livePages;

const withLive = (
  { live }: OpenedIndex,
  segments: readonly Segment[] | undefined,
): SearchedSegment[] | undefined =>
  segments?.map((segment, at) => ({ segment, live: live[at] as Uint8Array }));

const isSameIndex = (one: SearchIndexRow, other: SearchIndexRow): boolean =>
  one.revisionId === other.revisionId &&
  one.language === other.language &&
  one.segments.length === other.segments.length &&
  one.segments.every(({ id }, at) => id === other.segments[at]?.id);
