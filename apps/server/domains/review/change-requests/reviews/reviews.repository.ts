import { isId } from '@lectern/std/ids';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { effectiveRank, factsOf } from '../../../../platform/access/role-sql.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { queueStatement } from '../../../../platform/db/statement-queue.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

export type ReviewerRow = Selectable<DB['change_request_reviewer']>;
export type ReviewRow = Selectable<DB['change_request_review']> & {
  status: 'approved' | 'changes-requested';
};

const isOf = ({ organizationId, spaceId, changeRequestId }: ChangeRequestKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}`;

/** Asks users for a review. Users who were asked before are asked again, about the current content. */
export async function requestReviewers(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  request: { userIds: readonly string[]; requestedBy: string; revisionId: string; at: Date },
): Promise<void> {
  await sql`
    insert into change_request_reviewer (organization_id, space_id, change_request_id, user_id, requested_by, revision_id,
      created_at)
    select ${key.organizationId}, ${key.spaceId}, ${key.changeRequestId}, u.id, ${request.requestedBy},
      ${request.revisionId}, ${request.at}
    from unnest(${[...new Set(request.userIds)].sort()}::uuid[]) u(id)
    on conflict (organization_id, space_id, change_request_id, user_id) do update
      set requested_by = excluded.requested_by, revision_id = excluded.revision_id,
        created_at = excluded.created_at`.execute(trx);
}

/** Asks teams for a review. Teams that were asked before are asked again, about the current content. */
export async function requestTeams(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  request: { teamIds: readonly string[]; requestedBy: string; revisionId: string; at: Date },
): Promise<void> {
  await sql`
    insert into change_request_team_reviewer (organization_id, space_id, change_request_id, team_id, requested_by,
      revision_id, created_at)
    select ${key.organizationId}, ${key.spaceId}, ${key.changeRequestId}, t.id, ${request.requestedBy},
      ${request.revisionId}, ${request.at}
    from unnest(${[...new Set(request.teamIds)].sort()}::uuid[]) t(id)
    on conflict (organization_id, space_id, change_request_id, team_id) do update
      set requested_by = excluded.requested_by, revision_id = excluded.revision_id,
        created_at = excluded.created_at`.execute(trx);
}

export async function deleteTeamReviewer(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  teamId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from change_request_team_reviewer where ${isOf(key)} and team_id = ${teamId}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Oldest first. */
export async function listReviewerRows(db: Database, key: ChangeRequestKey): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    select * from change_request_reviewer where ${isOf(key)} order by created_at, user_id`.execute(db);
  return rows;
}

/** The members of these teams who can read the space: pairs of team and user. */
export async function listReadersOfTeams(
  db: Kysely<DB>,
  { organizationId, spaceId }: Pick<ChangeRequestKey, 'organizationId' | 'spaceId'>,
  teamIds: readonly string[],
): Promise<{ teamId: string; userId: string }[]> {
  const inTeams = sql`organization_id = ${organizationId} and team_id = any(${teamIds.filter(isId)}::uuid[])`;
  const people = sql`
    select m.user_id, m.rank as own from member m
    join user_account u on u.user_id = m.user_id and u.blocked_at is null
    where m.organization_id = ${organizationId} and not m.disabled
      and m.user_id in (select user_id from team_member where ${inTeams})`;
  const rank = effectiveRank({ own: sql`p.own`, level: sql`l.level`, granted: sql`g.granted` });
  const statement = sql<{ teamId: string; userId: string }>`
    with recursive ${factsOf({ organizationId, rows: people })}
    select i.team_id as "teamId", i.user_id as "userId"
    from (select team_id, user_id from team_member where ${inTeams}) i
    join person p on p.user_id = i.user_id
    join space_level l on l.space_id = ${spaceId}
    left join (
      select user_id, max(granted) as granted from space_grant where space_id = ${spaceId} group by user_id) g
      on g.user_id = i.user_id
    where ${rank} is not null
    order by i.team_id, i.user_id`;
  return db.transaction().execute(async (trx) => {
    // Without statistics, each member would be compared with all others.
    await queueStatement(trx, sql`select set_config('enable_nestloop', 'off', true)`);
    return (await statement.execute(trx)).rows;
  });
}

export async function deleteReviewer(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  userId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from change_request_reviewer where ${isOf(key)} and user_id = ${userId}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

export interface NewReview extends ChangeRequestKey {
  reviewId: string;
  reviewerId: string;
  status: ReviewRow['status'];
  revisionId: string;
  commentId: string | null;
  at: Date;
}

/** Stores a review, in place of the reviewer's earlier ones, which are then outdated. */
export async function insertReview(trx: Transaction<DB>, review: NewReview): Promise<void> {
  await outdateReviews(trx, review, { reviewerId: review.reviewerId, at: review.at });
  const { rows: requested } = await sql<{ by: string | null }>`
    select coalesce(
      (select requested_by from change_request_reviewer where ${isOf(review)} and user_id = ${review.reviewerId}),
      (select requested_by from change_request_team_reviewer a
        join team_member m on m.organization_id = a.organization_id and m.team_id = a.team_id
        where a.organization_id = ${review.organizationId} and a.space_id = ${review.spaceId}
          and a.change_request_id = ${review.changeRequestId} and m.user_id = ${review.reviewerId}
        order by a.created_at limit 1)) as by`.execute(trx);
  await sql`
    insert into change_request_review (organization_id, space_id, change_request_id, review_id, reviewer_id,
      requested_by, status, revision_id, comment_id, created_at, updated_at)
    values (${review.organizationId}, ${review.spaceId}, ${review.changeRequestId}, ${review.reviewId},
      ${review.reviewerId}, ${requested[0]?.by ?? null}, ${review.status}, ${review.revisionId}, ${review.commentId},
      ${review.at}, ${review.at})`.execute(trx);
}

/** Outdates the reviews of a change request, or those of one reviewer. */
export async function outdateReviews(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  { reviewerId, at }: { reviewerId?: string; at: Date },
): Promise<void> {
  await sql`
    update change_request_review set is_outdated = true, updated_at = ${at}
    where ${isOf(key)} and not is_outdated
      ${reviewerId === undefined ? sql`` : sql`and reviewer_id = ${reviewerId}`}`.execute(trx);
}

/** Newest first. */
export async function listReviews(
  db: Database,
  key: ChangeRequestKey,
  {
    after,
    limit,
    isOutdated,
  }: { after?: [at: string, reviewId: string] | undefined; limit: number; isOutdated?: boolean | undefined },
): Promise<(ReviewRow & { position: string })[]> {
  const older = after
    ? sql`and (created_at, review_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<ReviewRow & { position: string }>`
    select *, created_at::text as position from change_request_review
    where ${isOf(key)} ${isThat(isOutdated)} ${older}
    order by created_at desc, review_id desc limit ${limit}`.execute(db);
  return rows;
}

const isThat = (isOutdated: boolean | undefined) =>
  isOutdated === undefined ? sql`` : sql`and is_outdated = ${isOutdated}`;

export async function countReviews(
  db: Database,
  key: ChangeRequestKey,
  isOutdated: boolean | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from change_request_review
    where ${isOf(key)} ${isThat(isOutdated)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findReview(
  db: Database,
  key: ChangeRequestKey,
  reviewId: string,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select * from change_request_review where ${isOf(key)} and review_id = ${reviewId}`.execute(db);
  return rows[0];
}
