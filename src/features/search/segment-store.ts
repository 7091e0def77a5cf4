import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '../../db/schema.ts';
import { Segment } from '../../search-engine/segment.ts';
import { readSegments } from './search-index.repository.ts';

/** Segments in memory, by their id. They never change; an index that is merged stops to name them. */
export interface SegmentStore {
  /** Returns the segments synchronously; undefined unless all are in memory. */
  peekAll(organizationId: string, ids: readonly string[]): Segment[] | undefined;
  /** Loads the segments in the order of the ids; undefined if one is no longer stored. */
  loadAll(organizationId: string, ids: readonly string[]): Promise<Segment[] | undefined>;
}

/** The approximate memory of a segment beside its bytes. */
const OVERHEAD = 1024;

export function createSegmentStore(db: Kysely<DB>, memoryBytes: number): SegmentStore {
  const segments = new LRUCache<string, Segment>({
    maxSize: memoryBytes,
    sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD,
  });
  const loading = new Map<string, Promise<Map<string, Segment>>>();

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
        const segment = segments.get(`${organizationId}/${id}`);
        if (!segment) return undefined;
        found.push(segment);
      }
      return found;
    },

    async loadAll(organizationId, ids) {
      const known = new Map(ids.map((id) => [id, segments.get(`${organizationId}/${id}`)]));
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
  };
}
