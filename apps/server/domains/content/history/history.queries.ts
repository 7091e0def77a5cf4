import { type Kysely, sql } from 'kysely';
import type { RevisionGit } from '../../../content/revisions/revision.repository.ts';
import { revisionsByIds } from '../../../content/revisions/revision-packs.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { FieldsFromAbove } from '../../../platform/context.ts';
import { isDistributed } from '../../../platform/db/distributed-adapter.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

/** The change request whose merge made a revision. */
export interface MergedRequest {
  id: string;
  number: number;
  subject: string;
  /** Who edited it: its author first, then those who edited it most. */
  contributorIds: string[];
}

export interface HistoryRow {
  revision_id: string;
  parents: string[];
  type: string;
  author_id: string | null;
  co_author_id: string | null;
  message: string | null;
  created_at: Date;
  /** Set if earlier edits of the same session are part of it: when the first of them was made, and their number. */
  began_at: Date | null;
  autosaves: number | null;
  git: RevisionGit | null;
  merged_request: MergedRequest | null;
}

/** The position where a page ends: the revision that the next one begins with. */
export type HistoryPosition = [revisionId: string];

/**
 * The revisions that the content of the space went through, newest first: the current one and its first parents. What
 * happened in change requests is one merge. `from`: the revision to begin with.
 */
export async function listHistory(
  { db, fields }: { db: Kysely<DB>; fields: Pick<FieldsFromAbove, 'mergedRequest'> },
  key: SpaceKey,
  { from, limit }: { from: string; limit: number },
): Promise<PageOfRows<HistoryRow, HistoryPosition>> {
  const merged = fields.mergedRequest({
    organizationId: sql`${key.organizationId}::uuid`,
    spaceId: sql`${key.spaceId}::uuid`,
    revisionId: sql`line.revision_id`,
  });
  if (isDistributed(db)) {
    const ids = await followParents(db, key, { from, limit });
    const { rows: found } = await sql<HistoryRow>`
      select line.revision_id, line.parents, line.type, line.author_id, line.co_author_id, line.message,
        line.created_at, line.began_at, line.autosaves, line.git, ${merged} as merged_request
      from ${revisionsByIds(key, sql`${ids}::uuid[]`)} line`.execute(db);
    const inOrder = found.sort((a, b) => ids.indexOf(a.revision_id) - ids.indexOf(b.revision_id));
    return cutPage(inOrder, limit, 0, () => [(inOrder[limit] as HistoryRow).revision_id]);
  }
  const { rows } = await sql<HistoryRow & { depth: number }>`
    with recursive line as (
      select r.revision_id, r.parents, r.type, r.author_id, r.co_author_id, r.message, r.created_at,
        r.began_at, r.autosaves, r.git,
        0 as depth
      from ${revisionsByIds(key, sql`array[${from}::uuid]`)} r
      union all
      select r.revision_id, r.parents, r.type, r.author_id, r.co_author_id, r.message, r.created_at,
        r.began_at, r.autosaves, r.git,
        line.depth + 1
      from line cross join lateral ${revisionsByIds(key, sql`line.parents[1:1]`)} r
      where line.depth < ${limit})
    select *, ${merged} as merged_request from line order by depth`.execute(db);
  return cutPage(rows, limit, 0, () => [(rows[limit] as HistoryRow).revision_id]);
}

/** The ids of revisions, one statement each: Citus refuses the recursive statement. */
async function followParents(
  db: Kysely<DB>,
  key: SpaceKey,
  { from, limit }: { from: string; limit: number },
): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = from; next !== undefined && ids.length <= limit; ) {
    const { rows }: { rows: { parents: string[] }[] } = await sql<{ parents: string[] }>`
      select r.parents from ${revisionsByIds(key, sql`array[${next}::uuid]`)} r`.execute(db);
    if (rows.length === 0) break;
    ids.push(next);
    next = rows[0]?.parents[0];
  }
  return ids;
}

export interface AncestorRow {
  revision_id: string;
  parents: string[];
  author_id: string | null;
  co_author_id: string | null;
  /** Whether its author wrote the changes, and did not merge, restore or import them. */
  is_edit: boolean;
}

/** A revision with those that it came from, through merges as well, the nearest first. */
export async function listAncestors(
  db: Kysely<DB>,
  key: SpaceKey,
  { from, limit }: { from: string; limit: number },
): Promise<AncestorRow[]> {
  const fields = sql`r.revision_id, r.parents, r.author_id, r.co_author_id, r.type = 'edits' and r.git is null as is_edit`;
  const { rows } = await sql<AncestorRow>`
    with recursive ancestor as (
      select ${fields} from ${revisionsByIds(key, sql`array[${from}::uuid]`)} r
      union
      select ${fields} from ancestor a cross join lateral ${revisionsByIds(key, sql`a.parents`)} r)
    select * from ancestor limit ${limit}`.execute(db);
  return rows;
}

/**
 * The number of revisions that the content of the space went through, up to this one. The walk ends at `known`, which
 * is not counted, if it comes to it: that is `hasMet`.
 */
export async function countHistory(
  db: Kysely<DB>,
  key: SpaceKey,
  { from, known }: { from: string; known: string | undefined },
): Promise<{ count: number; hasMet: boolean }> {
  const isKnown = known === undefined ? sql`false` : sql`revision_id = ${known}`;
  const { rows } = await sql<{ count: number; hasMet: boolean | null }>`
    with recursive line as (
      select r.revision_id, r.parents from ${revisionsByIds(key, sql`array[${from}::uuid]`)} r
      union all
      select r.revision_id, r.parents from line
      cross join lateral ${revisionsByIds(key, sql`line.parents[1:1]`)} r
      where not (${known === undefined ? sql`false` : sql`line.revision_id = ${known}`}))
    select count(*) filter (where not (${isKnown}))::int as count, bool_or(${isKnown}) as "hasMet" from line`.execute(
    db,
  );
  return { count: rows[0]?.count ?? 0, hasMet: rows[0]?.hasMet === true };
}
