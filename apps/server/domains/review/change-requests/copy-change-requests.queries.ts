import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { findMembersAmong } from '../../identity/members/members-among.queries.ts';

/**
 * Copies the change requests of a space to the same space in another organization, before it is taken away here.
 * Requested reviewers who are not members there are left out, and what others than its members have seen.
 */
export async function copyChangeRequests(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  targetId: string,
): Promise<void> {
  const isSource = sql`organization_id = ${organizationId} and space_id = ${spaceId}`;
  await sql`
    insert into change_request (organization_id, space_id, change_request_id, number, status, subject, description, links,
      author_id, created_at, updated_at, revision_id, initial_revision_id, ancestor_revision_id, merged_revision_id,
      merged_by, merged_at, comments_open, activity, activity_by, other_activity,
      reverts, scheduled_at, scheduled_by, schedule_failure, schedule_failed_at)
    select ${targetId}, space_id, change_request_id, number, status, subject, description, links, author_id, created_at,
      updated_at, revision_id, initial_revision_id, ancestor_revision_id, merged_revision_id, merged_by, merged_at,
      comments_open, activity, activity_by, other_activity,
      reverts, scheduled_at, scheduled_by, schedule_failure, schedule_failed_at
    from change_request where ${isSource}`.execute(trx);
  await sql`
    insert into change_request_contributor (organization_id, space_id, change_request_id, author_id, action, count,
      updated_at)
    select ${targetId}, space_id, change_request_id, author_id, action, count, updated_at
    from change_request_contributor where ${isSource}`.execute(trx);
  const { rows: people } = await sql<{ user_id: string }>`
    select user_id from change_request_reviewer where ${isSource}
    union select user_id from change_request_seen where ${isSource}`.execute(trx);
  const members = await findMembersAmong(
    trx,
    targetId,
    people.map((row) => row.user_id),
  );
  const isMember = sql`r.user_id = any(${members}::uuid[])`;
  await sql`
    insert into change_request_reviewer (organization_id, space_id, change_request_id, user_id, requested_by, revision_id,
      created_at)
    select ${targetId}, r.space_id, r.change_request_id, r.user_id, r.requested_by, r.revision_id, r.created_at
    from change_request_reviewer r
    where r.organization_id = ${organizationId} and r.space_id = ${spaceId} and ${isMember}`.execute(trx);
  await sql`
    insert into change_request_review (organization_id, space_id, change_request_id, review_id, reviewer_id, requested_by,
      status, revision_id, is_outdated, comment_id, created_at, updated_at)
    select ${targetId}, space_id, change_request_id, review_id, reviewer_id, requested_by, status, revision_id,
      is_outdated, comment_id, created_at, updated_at
    from change_request_review where ${isSource}`.execute(trx);
  await sql`
    insert into change_request_answer (organization_id, space_id, change_request_id, conflict_id, answer, answered_by,
      answered_at)
    select ${targetId}, space_id, change_request_id, conflict_id, answer, answered_by, answered_at
    from change_request_answer where ${isSource}`.execute(trx);
  await sql`
    insert into change_request_check (organization_id, space_id, change_request_id, name, revision_id, status, title, url,
      author_id, created_at, updated_at)
    select ${targetId}, space_id, change_request_id, name, revision_id, status, title, url, author_id, created_at,
      updated_at
    from change_request_check where ${isSource}`.execute(trx);
  await sql`
    insert into change_request_seen (organization_id, space_id, change_request_id, user_id, revision_id, activity, seen_at)
    select ${targetId}, r.space_id, r.change_request_id, r.user_id, r.revision_id, r.activity, r.seen_at
    from change_request_seen r
    where r.organization_id = ${organizationId} and r.space_id = ${spaceId} and ${isMember}`.execute(trx);
}
