import { Segment } from '@lectern/search/segment';
import { type SegmentCut, SegmentOutline } from '@lectern/search/segment-outline';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { MeteredCache } from '../../../platform/metrics/metered-cache.ts';
import type { LookupsIn } from './needed-terms.ts';
import { type NamedSegment, readSegmentParts, readSegments } from './search-index.repository.ts';
import type { TermsOfSegment } from './segment-summaries.ts';

/** Segments in memory, by their id. They never change; an index that is merged stops to name them. */
export interface SegmentStore {
  /** Returns the segments synchronously; undefined unless all are in memory. */
  peekAll(organizationId: string, ids: readonly string[]): Segment[] | undefined;
  /** Loads the segments in the order of the ids; undefined if one is no longer stored. */
  loadAll(organizationId: string, ids: readonly string[]): Promise<Segment[] | undefined>;
  /** Loads the outlines of segments of which the whole is not in memory, and keeps them. */
  loadOutlines(organizationId: string, named: readonly NamedSegment[]): Promise<Outlines>;
  /**
   * Reads the parts of each segment that lookups can find, without keeping them, in the order of the outlines. Segments
   * that are in memory are returned as a whole; the result is undefined for a segment that is no longer stored.
   */
  readCuts(organizationId: string, wanted: readonly WantedCut[]): Promise<(Segment | undefined)[]>;
  /** Reads the terms of segments, without keeping them. */
  readTerms(organizationId: string, named: readonly NamedSegment[]): Promise<TermsOfSegment[]>;
}

/** By the id of the segment. */
type Outlines = ReadonlyMap<string, Segment | SegmentOutline>;

interface WantedCut {
  id: string;
  kept: Segment | SegmentOutline | undefined;
  lookupsIn: LookupsIn;
}

/** The approximate memory of a segment beside its bytes. */
const OVERHEAD = 1024;

export function createSegmentStore(db: Kysely<DB>, memoryBytes: number): SegmentStore {
  const segments = new MeteredCache<string, Segment | SegmentOutline>('search-segments', {
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

  async function loadOutlines(organizationId: string, named: readonly NamedSegment[]): Promise<Outlines> {
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

    loadOutlines,

    async readCuts(organizationId, wanted) {
      const found: (Segment | undefined)[] = wanted.map(({ kept }) =>
        kept instanceof Segment ? kept : undefined,
      );
      const cuts: { id: string; place: number; outline: SegmentOutline; cut: SegmentCut }[] = [];
      const whole: { id: string; place: number }[] = [];
      for (const [place, { id, kept, lookupsIn }] of wanted.entries()) {
        if (!kept || kept instanceof Segment) continue;
        const lookups = lookupsIn(kept.language);
        const cut = lookups && kept.cutFor(lookups);
        if (!cut) whole.push({ id, place });
        else if (cut.ranges.length === 0) found[place] = kept.pages;
        else cuts.push({ id, place, outline: kept, cut });
      }
      const parts = cuts.map(({ id, cut: { ranges } }) => ({ id, ranges }));
      const read = parts.length > 0 ? await readSegmentParts(db, organizationId, parts) : [];
      for (const [n, { place, outline, cut }] of cuts.entries()) {
        const bytes = read[n];
        if (bytes) found[place] = outline.open(cut, bytes);
      }
      const ids = whole.map(({ id }) => id);
      const segmentBytes = ids.length > 0 ? await readSegments(db, organizationId, ids) : undefined;
      for (const { id, place } of whole) {
        const bytes = segmentBytes?.get(id);
        if (bytes) found[place] = Segment.open(bytes);
      }
      return found;
    },

    async readTerms(organizationId, named) {
      const outlines = await loadOutlines(organizationId, named);
      const wanted = named.flatMap(({ id }) => {
        const kept = outlines.get(id);
        return kept ? [{ id, kept }] : [];
      });
      const parts = wanted.flatMap(({ id, kept }) =>
        kept instanceof Segment ? [] : [{ id, outline: kept, ranges: [kept.termRange] }],
      );
      const read = parts.length > 0 ? await readSegmentParts(db, organizationId, parts) : [];
      const terms = new Map(
        parts.flatMap(({ id, outline }, n) => (read[n] ? [[id, outline.openTerms(read[n])] as const] : [])),
      );
      return wanted.flatMap(({ id, kept }) => {
        const ofSegment = kept instanceof Segment ? kept : terms.get(id);
        return ofSegment ? [{ id, language: kept.language, terms: ofSegment }] : [];
      });
    },
  };
}
