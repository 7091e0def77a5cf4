import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../db/schema.ts';
import type { Lookup } from '../../search-engine/find-lookups.ts';
import { Segment } from '../../search-engine/segment.ts';
import { SegmentOutline } from '../../search-engine/segment-outline.ts';
import { type NamedSegment, readSegmentParts, readSegments } from './search-index.repository.ts';

/** Segments in memory, by their id. They never change; an index that is merged stops to name them. */
export interface SegmentStore {
  /** Returns the segments synchronously; undefined unless all are in memory. */
  peekAll(organizationId: string, ids: readonly string[]): Segment[] | undefined;
  /** Loads the segments in the order of the ids; undefined if one is no longer stored. */
  loadAll(organizationId: string, ids: readonly string[]): Promise<Segment[] | undefined>;
  /** Loads the outlines of segments of which the whole is not in memory, and keeps them. */
  loadOutlines(organizationId: string, named: readonly NamedSegment[]): Promise<Outlines>;
  /**
   * Reads of each segment what lookups can find in it; in the order of the outlines. Segments that are in memory are
   * returned as a whole; undefined stands for one that is no longer stored.
   */
  readCuts(organizationId: string, wanted: readonly WantedCut[]): Promise<(Segment | undefined)[]>;
}

/** By the id of the segment. */
type Outlines = ReadonlyMap<string, Segment | SegmentOutline>;

/** What is looked up in a segment, by its language. */
interface WantedCut {
  id: string;
  kept: Segment | SegmentOutline | undefined;
  lookupsIn(language: string | null): readonly Lookup[];
}

/** The approximate memory of a segment beside its bytes. */
const OVERHEAD = 1024;

export function createSegmentStore(db: Kysely<DB>, memoryBytes: number): SegmentStore {
  const segments = new LRUCache<string, Segment | SegmentOutline>({
    maxSize: memoryBytes,
    sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD,
  });
  const loading = new Map<string, Promise<Map<string, Segment>>>();

  function peek(organizationId: string, id: string): Segment | undefined {
    const kept = segments.get(`${organizationId}/${id}`);
    return kept instanceof Segment ? kept : undefined;
  }

  async function load(organizationId: string, ids: string[]): Promise<Map<string, Segment>> {
    const found = new Map<string, Segment>();
    for (const [id, bytes] of await readSegments(db, organizationId, ids)) {
      const segment = Segment.open(bytes);
      segments.set(`${organizationId}/${id}`, segment);
      found.set(id, segment);
    }
    return found;
  }

  return {
    peekAll(organizationId, ids) {
      const found: Segment[] = [];
      for (const id of ids) {
        const segment = peek(organizationId, id);
        if (!segment) return undefined;
        found.push(segment);
      }
      return found;
    },

    async loadAll(organizationId, ids) {
      const known = new Map(ids.map((id) => [id, peek(organizationId, id)]));
      const missing = ids.filter((id) => !known.get(id));
      // Waits for segments that are already being loaded; the rest is one query.
      const underWay = missing.map((id) => loading.get(`${organizationId}/${id}`));
      const asked = missing.filter((_, at) => !underWay[at]);
      if (asked.length > 0) {
        const loaded = load(organizationId, asked).finally(() => {
          for (const id of asked) loading.delete(`${organizationId}/${id}`);
        });
        for (const id of asked) loading.set(`${organizationId}/${id}`, loaded);
        underWay.push(loaded);
      }
      for (const found of await Promise.all(underWay))
        for (const [id, segment] of found ?? []) known.set(id, segment);
      const all = ids.map((id) => known.get(id));
      return all.every((segment) => segment !== undefined) ? all : undefined;
    },

    async loadOutlines(organizationId, named) {
      const found = new Map<string, Segment | SegmentOutline>();
      const missing = new Map<string, NamedSegment>();
      for (const one of named) {
        const kept = segments.get(`${organizationId}/${one.id}`);
        if (kept) found.set(one.id, kept);
        else missing.set(one.id, one);
      }
      const parts = [...missing.values()].map(({ id, outline }) => ({
        id,
        ranges: [{ start: 0, length: outline }],
      }));
      if (parts.length === 0) return found;
      const read = await readSegmentParts(db, organizationId, parts);
      for (const [place, { id }] of parts.entries()) {
        const bytes = read[place];
        if (!bytes) continue;
        const outline = SegmentOutline.open(bytes);
        segments.set(`${organizationId}/${id}`, outline);
        found.set(id, outline);
      }
      return found;
    },

    async readCuts(organizationId, wanted) {
      const found: (Segment | undefined)[] = wanted.map(({ kept }) =>
        kept instanceof Segment ? kept : undefined,
      );
      const cuts = wanted.flatMap(({ id, kept, lookupsIn }, place) => {
        if (!kept || kept instanceof Segment) return [];
        const cut = kept.cutFor(lookupsIn(kept.language));
        if (cut.ranges.length > 0) return [{ id, place, outline: kept, cut, ranges: cut.ranges }];
        found[place] = kept.pages;
        return [];
      });
      if (cuts.length === 0) return found;
      const read = await readSegmentParts(db, organizationId, cuts);
      for (const [n, { place, outline, cut }] of cuts.entries()) {
        const bytes = read[n];
        if (bytes) found[place] = outline.open(cut, bytes);
      }
      return found;
    },
  };
}
