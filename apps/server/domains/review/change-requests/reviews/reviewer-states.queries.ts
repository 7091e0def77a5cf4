import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ReviewRow } from './reviews.repository.ts';

/** Somebody who was asked to review a change request, or has reviewed it. */
export interface ReviewerStateRow {
  change_request_id: string;
  user_id: string;
  is_requested: boolean;
  /** Whether they have not reviewed the current content since they were asked. */
  is_awaited: boolean;
  /** Their last review; null if there is none. */
  status: ReviewRow['status'] | null;
  is_outdated: boolean | null;
}

/** The reviewers of some change requests of an organization, in the order in which they were asked or reviewed. */
export async function listReviewerStates(
  db: Database,
  organizationId: string,
  changeRequests: readonly { space_id: string; change_request_id: string }[],
): Promise<ReviewerStateRow[]> {
  if (changeRequests.length === 0) return [];
  const ids = changeRequests.map(({ change_request_id: id }) => id);
  const spaceIds = changeRequests.map(({ space_id: id }) => id);
  const isListed = sql`organization_id = ${organizationId}
    and (space_id, change_request_id) in (select * from unnest(${spaceIds}::uuid[], ${ids}::uuid[]))`;
  const { rows } = await sql<ReviewerStateRow>`
    with asked as (
      select change_request_id, user_id, created_at from change_request_reviewer where ${isListed}
    ), reviewed as (
      select distinct on (change_request_id, reviewer_id)
        change_request_id, reviewer_id as user_id, created_at, status, is_outdated
      from change_request_review where ${isListed}
      order by change_request_id, reviewer_id, created_at desc, review_id desc
    )
    select change_request_id, user_id, a.user_id is not null as is_requested, r.status, r.is_outdated,
      a.user_id is not null and (r.user_id is null or r.is_outdated or r.created_at < a.created_at) as is_awaited
    from asked a full join reviewed r using (change_request_id, user_id)
    order by coalesce(a.created_at, r.created_at), user_id`.execute(db);
  return rows;
}
