import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { PageOfRows } from '../../../platform/http/lists.ts';
import type { EditingParts } from '../editing/editing-parts.ts';
import { type HistoryPosition, type HistoryRow, listHistory } from './history.queries.ts';

/** Revisions that are compared at once, and at most in one request: comparing reads the tree of each. */
const COMPARED_AT_ONCE = 50;
const MOST_COMPARED = 500;

/**
 * The revisions that created, changed or deleted a page, newest first. A page of this list has fewer of them than
 * `limit`, or none, if they are far apart in the history; `next` then continues the search.
 */
export async function listPageHistory(
  { context, store }: EditingParts,
  space: SpacePointer,
  { pageId, from, limit }: { pageId: string; from: string; limit: number },
): Promise<PageOfRows<HistoryRow, HistoryPosition>> {
  const found: HistoryRow[] = [];
  let at: string | undefined = from;
  for (let compared = 0; at !== undefined && compared < MOST_COMPARED; compared += COMPARED_AT_ONCE) {
    const batch: PageOfRows<HistoryRow, HistoryPosition> = await listHistory(context, space, {
      from: at,
      limit: COMPARED_AT_ONCE,
    });
    const ids = batch.rows.flatMap(({ revision_id: id, parents }) => [id, ...parents.slice(0, 1)]);
    const open = await store.openAll(space, [...new Set(ids)]);
    for (const row of batch.rows) {
      if (!hasChanged(open.get(row.parents[0] ?? ''), open.get(row.revision_id), pageId)) continue;
      if (found.length === limit) return { rows: found, count: 0, next: [row.revision_id] };
      found.push(row);
    }
    at = batch.next?.[0];
  }
  return { rows: found, count: 0, next: at === undefined ? undefined : [at] };
}

function hasChanged(
  before: OpenRevision | undefined,
  after: OpenRevision | undefined,
  pageId: string,
): boolean {
  const [old, current] = [before, after].map((open) => open?.snapshot.pages.find(pageId)?.entry);
  return old !== current && JSON.stringify(old) !== JSON.stringify(current);
}
