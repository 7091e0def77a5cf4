import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { countChanges } from './describe-changes.ts';
import { countHistory, type HistoryRow } from './history.queries.ts';

/** Revisions that are opened at once. */
const OPENED_AT_ONCE = 50;

/** Counts that a list of revisions shows. What was counted once is kept. */
export interface HistoryCounts {
  /** The number of changes that each revision made to its first parent. */
  countChanges(space: SpacePointer, rows: readonly HistoryRow[]): Promise<Map<string, number>>;
  /** The number of revisions that the content went through. */
  countRevisions(space: SpacePointer): Promise<number>;
}

export function createHistoryCounts(db: Kysely<DB>, store: ContentStore): HistoryCounts {
  const changes = new LRUCache<string, number>(limitEntries(50_000));
  const lengths = new LRUCache<string, { revisionId: string; count: number }>(limitEntries(10_000));
  const keyOf = ({ organizationId, spaceId, historyEpoch }: SpacePointer): string =>
    `${organizationId}/${spaceId}/${historyEpoch}`;
  // A revision gets another parent when the one before it is dissolved.
  const changesKey = ({ spaceId }: SpacePointer, { revision_id: id, parents }: HistoryRow): string =>
    `${spaceId}/${id}/${parents[0] ?? ''}`;

  return {
    async countChanges(space, rows) {
      const uncounted = rows.filter((row) => !changes.has(changesKey(space, row)));
      for (let start = 0; start < uncounted.length; start += OPENED_AT_ONCE) {
        const batch = uncounted.slice(start, start + OPENED_AT_ONCE);
        const ids = new Set(batch.flatMap(({ revision_id: id, parents }) => [id, ...parents.slice(0, 1)]));
        const open = await store.openAll(space, [...ids]);
        for (const row of batch) {
          const [before, after] = [open.get(row.parents[0] ?? ''), open.get(row.revision_id)];
          if (after) changes.set(changesKey(space, row), before ? countChanges(before, after) : 0);
        }
      }
      return new Map(rows.map((row) => [row.revision_id, changes.get(changesKey(space, row)) ?? 0]));
    },
    async countRevisions(space) {
      const { revisionId } = space;
      const last = lengths.get(keyOf(space));
      const { count, hasMet } = await countHistory(db, space, { from: revisionId, known: last?.revisionId });
      const total = count + (last && hasMet ? last.count : 0);
      lengths.set(keyOf(space), { revisionId, count: total });
      return total;
    },
  };
}
