import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { SearchedSegment } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { MeteredCache } from '../../../platform/metrics/metered-cache.ts';
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
import { createSegmentStore, type SegmentStore } from './segment-store.ts';
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

/** Opened indexes and their segments in memory. */
export class SearchStore {
  readonly #context: Pick<Context, 'db' | 'config' | 'transact' | 'clock' | 'pointers'>;
  readonly #store: ContentStore;
  readonly #segments: SegmentStore;
  readonly #entries: MeteredCache<string, Entry>;
  readonly #opening = new WeakMap<SpacePointer, Map<string, Promise<OpenedIndex>>>();
  #lastStamp = 0;
  /** Which segments have which terms. */
  readonly summaries: SegmentSummaries;

  constructor(
    context: Pick<Context, 'db' | 'config' | 'transact' | 'clock' | 'pointers'>,
    store: ContentStore,
  ) {
    const { db, config, clock } = context;
    const { memoryCacheBytes } = config.limits;
    this.#context = context;
    this.#store = store;
    this.#segments = createSegmentStore(db, memoryCacheBytes);
    this.summaries = createSegmentSummaries({
      maxBytes: memoryCacheBytes / 4,
      clock,
      readTerms: this.#segments.readTerms,
      readStored: (organizationId, wanted) => readSummaries(db, organizationId, wanted),
      store: (organizationId, summary) => insertSummary(db, organizationId, summary),
    });
    this.#entries = new MeteredCache<string, Entry>('search-indexes', {
      maxSize: memoryCacheBytes / 4,
      sizeCalculation: ({ index }) => index.live.reduce((sum, bits) => sum + bits.length + 200, 1000),
    });
  }

  /** Returns the index synchronously if it is in memory and the space has not moved since. */
  peek(space: SpacePointer, revisionId: string): OpenedIndex | undefined {
    const entry = this.#entries.get(keyOf(space, revisionId));
    return entry?.space === space ? entry.index : undefined;
  }

  /** Throws a 503 when the space is not indexed yet. */
  open(space: SpacePointer, revisionId: string): Promise<OpenedIndex> {
    const byRevision = this.#opening.get(space) ?? new Map<string, Promise<OpenedIndex>>();
    this.#opening.set(space, byRevision);
    let underWay = byRevision.get(revisionId);
    if (!underWay) {
      underWay = this.#openAgain(space, revisionId)
        .then((index) => {
          const entry = this.#entries.get(keyOf(space, revisionId));
          if (entry?.index === index) entry.space = space;
          return index;
        })
        .finally(() => byRevision.delete(revisionId));
      byRevision.set(revisionId, underWay);
    }
    return underWay;
  }

  /** Opens the indexes of rows just read, in order; undefined for a space that is not indexed yet. */
  async openRows(rows: readonly IndexToOpen[]): Promise<(OpenedIndex | undefined)[]> {
    const named = rows.flatMap(({ row, revisionId, ...key }) =>
      row?.version === SEARCH_VERSION &&
      !isAllLive(row, revisionId) &&
      !this.#findOpened(key, row, revisionId)
        ? row.segments
        : [],
    );
    const organizationId = rows[0]?.organizationId ?? '';
    // Those of all at once; they are found in memory below.
    if (named.length > 0) await this.#segments.loadOutlines(organizationId, named);
    const opened: (OpenedIndex | undefined)[] = [];
    for (const { row, revisionId, ...key } of rows) opened.push(await this.#openRow(key, row, revisionId));
    return opened;
  }

  /** Whether the memory for segments has enough room for those of all these indexes. */
  hasRoomFor(rows: readonly SearchIndexRow[]): boolean {
    const bytes = rows.flatMap(({ segments }) => segments).reduce((sum, segment) => sum + segment.bytes, 0);
    return bytes <= this.#context.config.limits.memoryCacheBytes / 2;
  }

  /** Returns the segments of each index, or only their needed parts. Reads those of all indexes together. */
  async readSegments(indexes: readonly OpenedIndex[], needed?: NeededTerms): Promise<SearchedSegment[][]> {
    if (needed) return this.#readCuts(indexes, needed);
    const [first] = indexes;
    const ids = indexes.flatMap(idsOf);
    if (first && !this.#segments.peekAll(first.organizationId, ids))
      await this.#segments.loadAll(first.organizationId, ids);
    return Promise.all(indexes.map((index) => this.getSegments(index)));
  }

  /** Returns the segments of the index, or of the one that has replaced it. */
  getSegments(index: OpenedIndex): SearchedSegment[] | Promise<SearchedSegment[]> {
    const kept = withLive(index, this.#segments.peekAll(index.organizationId, idsOf(index)));
    return kept ?? this.#loadSegments(index);
  }

  /** Asks for the work that is missing; searches ask again until it is done. */
  #requestUpkeep(key: IndexKey): Promise<void> {
    const { transact, clock } = this.#context;
    return transact((unit) => enqueueSearchIndex(unit, key, clock()));
  }

  async #openSnapshot(key: IndexKey, revisionId: string): Promise<Snapshot> {
    const space = await this.#context.pointers.spaces.find(key.spaceId);
    if (!space) throw spaceNotFound();
    return (await this.#store.open(space, revisionId)).snapshot;
  }

  async #openAgain(key: IndexKey, revisionId: string): Promise<OpenedIndex> {
    const index = await this.#openRow(key, await findIndex(this.#context.db, key), revisionId);
    if (!index) throw searchNotReady();
    return index;
  }

  #findOpened(key: IndexKey, row: SearchIndexRow, revisionId: string): OpenedIndex | undefined {
    const known = this.#entries.get(keyOf(key, revisionId));
    return known && isSameIndex(known.row, row) ? known.index : undefined;
  }

  async #openRow(
    key: IndexKey,
    read: SearchIndexRow | undefined,
    revisionId: string,
  ): Promise<OpenedIndex | undefined> {
    let row = read;
    for (let turn = 1; turn <= MAX_ROUNDS; turn += 1) {
      const known = row && this.#findOpened(key, row, revisionId);
      if (known) return known;
      const usable = row?.version === SEARCH_VERSION ? row : await this.#describeEmpty(key, revisionId);
      if (!usable) {
        await this.#requestUpkeep(key);
        return undefined;
      }
      const live = await this.#findLive(key, usable, revisionId);
      if (live) return this.#keep(key, usable, revisionId, live);
      // A merge was faster.
      row = await findIndex(this.#context.db, key);
    }
    return undefined;
  }

  #keep(key: IndexKey, row: SearchIndexRow, revisionId: string, live: Uint8Array[]): OpenedIndex {
    this.#lastStamp += 1;
    const index: OpenedIndex = {
      stamp: this.#lastStamp,
      organizationId: key.organizationId,
      spaceId: key.spaceId,
      revisionId,
      language: row.language,
      segments: row.segments,
      hasComputed: row.revisionId === revisionId ? row.hasComputed : null,
      live,
    };
    this.#entries.set(keyOf(key, revisionId), { space: undefined, row, index });
    return index;
  }

  /** A space without pages needs no index. */
  async #describeEmpty(key: IndexKey, revisionId: string): Promise<SearchIndexRow | undefined> {
    const snapshot = await this.#openSnapshot(key, revisionId);
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

  async #findLive(key: IndexKey, row: SearchIndexRow, revisionId: string): Promise<Uint8Array[] | undefined> {
    if (isAllLive(row, revisionId)) return row.segments.map(({ pages }) => new Uint8Array(pages).fill(1));
    const ids = row.segments.map(({ id }) => id);
    const opened =
      this.#segments.peekAll(key.organizationId, ids) ??
      (await this.#loadPages(key.organizationId, row.segments));
    if (!opened) return undefined;
    const { live, missing } = findLivePages(opened, await this.#openSnapshot(key, revisionId));
    if (missing.length > 0 && row.revisionId === revisionId) await this.#requestUpkeep(key);
    return live;
  }

  /** The pages of segments, without terms where the whole is not in memory. */
  async #loadPages(organizationId: string, named: readonly NamedSegment[]): Promise<Segment[] | undefined> {
    const outlines = await this.#segments.loadOutlines(organizationId, named);
    const pages = named.flatMap(({ id }) => {
      const kept = outlines.get(id);
      return kept ? [kept instanceof Segment ? kept : kept.pages] : [];
    });
    return pages.length === named.length ? pages : undefined;
  }

  async #loadSegments(wanted: OpenedIndex): Promise<SearchedSegment[]> {
    let index = wanted;
    for (let turn = 1; turn <= MAX_ROUNDS; turn += 1) {
      const loaded = withLive(index, await this.#segments.loadAll(index.organizationId, idsOf(index)));
      if (loaded) return loaded;
      // A merge was faster.
      this.#entries.delete(keyOf(index, index.revisionId));
      index = await this.#openAgain(index, index.revisionId);
    }
    throw searchNotReady();
  }

  async #readCuts(indexes: readonly OpenedIndex[], needed: NeededTerms): Promise<SearchedSegment[][]> {
    const organizationId = indexes[0]?.organizationId ?? '';
    const outlines = await this.#segments.loadOutlines(
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
    const read = await this.#segments.readCuts(organizationId, wanted);
    let at = 0;
    const cuts = indexes.map((index) => {
      const start = at;
      at += index.segments.length;
      const ofIndex = read.slice(start, at).flatMap((segment) => segment ?? []);
      return ofIndex.length === index.segments.length ? withLive(index, ofIndex) : undefined;
    });
    // A merge was faster where a segment is no longer stored.
    return Promise.all(indexes.map((index, n) => cuts[n] ?? this.#loadSegments(index)));
  }
}

/** A transferred space is the same one at the same revision, with segments in another organization. */
const keyOf = ({ organizationId, spaceId }: IndexKey, revisionId: string): string =>
  `${organizationId}/${spaceId}/${revisionId}`;

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
