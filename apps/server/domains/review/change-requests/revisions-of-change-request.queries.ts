import { sql } from 'kysely';
import { revisionsByIds } from '../../../content/revisions/revision-packs.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';

/** The revisions of a change request that are followed back from the current one. */
const MAX_FOLLOWED = 1000;

/** The authors of the revisions since one of a change request, by a condition on it; a row for that one. */
const line = (
  key: SpaceKey,
  { headId, revisionId, userId }: { headId: string; revisionId: string; userId: string | undefined },
) => sql`
  with recursive line as (
    select r.revision_id, r.parents[1] as before, false as is_moved,
      r.author_id is distinct from ${userId ?? null}::uuid as is_of_other, 1 as depth
    from ${revisionsByIds(key, sql`array[${headId}::uuid]`)} r
    union all
    select r.revision_id, r.parents[1], line.is_moved or line.is_of_other,
      r.author_id is distinct from ${userId ?? null}::uuid, line.depth + 1
    from line cross join lateral ${revisionsByIds(key, sql`array[line.before]`)} r
    where line.depth < ${MAX_FOLLOWED} and line.revision_id <> ${revisionId})
  select is_moved as "isMoved" from line where revision_id = ${revisionId}`;

/**
 * Whether others than a user have moved the content on since a revision. Undefined: the change request was not at that
 * revision.
 */
export async function findWhetherMoved(
  db: Database,
  key: SpaceKey,
  place: { headId: string; revisionId: string; userId: string },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isMoved: boolean }>`${line(key, place)}`.execute(db);
  return rows[0]?.isMoved;
}

/** Whether a change request was at a revision before the one that it is at, or is. */
export async function isRevisionOf(
  db: Database,
  key: SpaceKey,
  place: { headId: string; revisionId: string },
): Promise<boolean> {
  const { rows } = await sql`${line(key, { ...place, userId: undefined })}`.execute(db);
  return rows.length > 0;
}
