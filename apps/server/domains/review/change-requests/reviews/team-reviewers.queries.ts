import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ReviewRow } from './reviews.repository.ts';

/** A team that was asked to review a change request, and what its members decided. */
export type TeamStateRow = Selectable<DB['change_request_team_reviewer']> & {
  title: string;
  /** The last review by one of its members; null if there is none. */
  status: ReviewRow['status'] | null;
  is_outdated: boolean | null;
  reviewer_id: string | null;
  /** Whether none of them has reviewed the current content since the team was asked. */
  is_awaited: boolean;
};

/**
 * The teams that were asked to review some change requests of an organization, in the order of the requests. Among the
 * reviews of the current content, one that requests changes comes first. The author’s own review does not count.
 */
export async function listTeamStates(
  db: Database,
  organizationId: string,
  changeRequests: readonly { space_id: string; change_request_id: string }[],
): Promise<TeamStateRow[]> {
  if (changeRequests.length === 0) return [];
  const ids = changeRequests.map(({ change_request_id: id }) => id);
  const spaceIds = changeRequests.map(({ space_id: id }) => id);
  const { rows } = await sql<TeamStateRow>`
    select r.*, t.title, v.status, v.is_outdated, v.reviewer_id,
      v.reviewer_id is null or v.is_outdated or v.last_at < r.created_at as is_awaited
    from change_request_team_reviewer r
    join team t on t.organization_id = r.organization_id and t.team_id = r.team_id
    join change_request c on c.organization_id = r.organization_id and c.space_id = r.space_id
      and c.change_request_id = r.change_request_id
    left join lateral (
      select v.status, v.is_outdated, v.reviewer_id, max(v.created_at) over (partition by v.is_outdated) as last_at
      from change_request_review v
      join team_member m on m.organization_id = v.organization_id and m.user_id = v.reviewer_id
      where v.organization_id = ${organizationId} and v.space_id = r.space_id
        and v.change_request_id = r.change_request_id and m.team_id = r.team_id
        and v.reviewer_id <> c.author_id
      order by v.is_outdated, not v.is_outdated and v.status = 'changes-requested' desc, v.created_at desc
      limit 1) v on true
    where r.organization_id = ${organizationId}
      and (r.space_id, r.change_request_id) in (select * from unnest(${spaceIds}::uuid[], ${ids}::uuid[]))
    order by r.created_at, r.team_id`.execute(db);
  return rows;
}
