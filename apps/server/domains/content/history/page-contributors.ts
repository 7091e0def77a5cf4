import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { isEdited } from './describe-changes.ts';
import { type AncestorRow, listAncestors } from './history.queries.ts';

/** The users who changed each page of a revision, by the id of the page: the latest one first. */
export type PageContributors = ReadonlyMap<string, readonly string[]>;

/** At most this many of the latest revisions are read, including those of merged change requests. */
const MAX_REVISIONS = 300;
/** The number of revisions that are opened at the same time. */
const OPENED_AT_ONCE = 25;
const MAX_KEPT_PAGES = 200_000;

/**
 * Finds the users who changed the pages of a revision. Only edits count, not merges, rollbacks and imports from Git.
 * The pages that a revision changed are found once.
 */
export function createPageContributors(
  db: Kysely<DB>,
  store: Pick<ContentStore, 'openAll'>,
): (open: OpenRevision) => Promise<PageContributors> {
  /** The pages that a revision changed since its parent. */
  const edits = new LRUCache<string, readonly string[]>({
    maxSize: MAX_KEPT_PAGES,
    sizeCalculation: (pages) => 1 + pages.length,
  });
  const kept = new LRUCache<string, Promise<PageContributors>>({ max: 1000 });

  async function findEdits({ space }: OpenRevision, rows: readonly AncestorRow[]): Promise<void> {
    const keyOf = (row: AncestorRow): string => editsKey(space.spaceId, row);
    const unknown = rows.filter((row) => !edits.has(keyOf(row)));
    for (let start = 0; start < unknown.length; start += OPENED_AT_ONCE) {
      const batch = unknown.slice(start, start + OPENED_AT_ONCE);
      const ids = new Set(batch.flatMap(({ revision_id: id, parents }) => [id, ...parents]));
      const opened = await store.openAll(space, [...ids]);
      for (const row of batch) {
        const [before, after] = [opened.get(row.parents[0] ?? ''), opened.get(row.revision_id)];
        edits.set(keyOf(row), before && after ? listEdited(before, after) : []);
      }
    }
  }

  async function read(open: OpenRevision): Promise<PageContributors> {
    const from = open.revision.revisionId;
    const ancestors = await listAncestors(db, open.space, { from, limit: MAX_REVISIONS });
    const rows = ancestors
      .filter(({ author_id, parents, is_edit }) => is_edit && author_id !== null && parents.length === 1)
      .sort((one, other) => (one.revision_id < other.revision_id ? 1 : -1));
    await findEdits(open, rows);
    const found = new Map<string, string[]>();
    for (const row of rows) {
      const authorIds = [row.author_id, row.co_author_id].filter((id) => id !== null);
      for (const pageId of edits.get(editsKey(open.space.spaceId, row)) ?? [])
        found.set(pageId, [...new Set([...(found.get(pageId) ?? []), ...authorIds])]);
    }
    return found;
  }

  return (open) => {
    const { spaceId, historyEpoch } = open.space;
    const key = `${spaceId}/${historyEpoch}/${open.revision.revisionId}`;
    const known = kept.get(key);
    if (known) return known;
    const reading = read(open);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  };
}

const editsKey = (spaceId: string, { revision_id: id, parents }: AncestorRow): string =>
  `${spaceId}/${id}/${parents[0] ?? ''}`;

function listEdited(before: OpenRevision, after: OpenRevision): string[] {
  return [...diffSnapshots(before.snapshot, after.snapshot).pages].flatMap(([pageId, page]) =>
    page.after && (!page.before || isEdited(page.before, page.after)) ? [pageId] : [],
  );
}
