import { type RawBuilder, sql } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';

export interface RevisionRange {
  /** The newest revision. */
  from: string;
  /** The revision before the oldest; undefined: the whole history. */
  until: string | undefined;
}

/** The revisions of a space between two, as the recursive table `ancestor` of a query that begins with this. */
export function withRevisionsBetween(
  { organizationId, spaceId }: SpaceKey,
  { from, until }: RevisionRange,
): RawBuilder<unknown> {
  const isBetween = sql`r.organization_id = ${organizationId} and r.space_id = ${spaceId}
    and r.revision_id is distinct from ${until ?? null}::uuid
    and r.created_at >= coalesce((select created_at from revision u where u.organization_id = ${organizationId}
      and u.space_id = ${spaceId} and u.revision_id = ${until ?? null}::uuid), '-infinity')`;
  return sql`with recursive ancestor as (
    select r.revision_id, r.parents, r.author_id, r.co_author_id, r.created_at from revision r
    where ${isBetween} and r.revision_id = ${from}
    union
    select r.revision_id, r.parents, r.author_id, r.co_author_id, r.created_at
    from ancestor a join revision r on ${isBetween} and r.revision_id = any(a.parents)
  )`;
}
