import { type RawBuilder, sql } from 'kysely';
import { revisionsByIds } from '../../../content/revisions/revision-packs.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';

export interface RevisionRange {
  /** The newest revision. */
  from: string;
  /** The revision before the oldest; undefined: the whole history. */
  until: string | undefined;
}

/** The revisions of a space between two, as the recursive table `ancestor` of a query that begins with this. */
export function withRevisionsBetween(key: SpaceKey, { from, until }: RevisionRange): RawBuilder<unknown> {
  const isBetween = sql`r.revision_id is distinct from ${until ?? null}::uuid and r.created_at >= coalesce((
    select created_at from ${revisionsByIds(key, sql`array[${until ?? null}::uuid]`)} u), '-infinity')`;
  return sql`with recursive ancestor as (
    select r.revision_id, r.parents, r.author_id, r.co_author_id, r.created_at
    from ${revisionsByIds(key, sql`array[${from}::uuid]`)} r where ${isBetween}
    union
    select r.revision_id, r.parents, r.author_id, r.co_author_id, r.created_at
    from ancestor a cross join lateral ${revisionsByIds(key, sql`a.parents`)} r where ${isBetween}
  )`;
}
