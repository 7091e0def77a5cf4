import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { findMembersAmong } from '../../identity/members/members-among.queries.ts';

/**
 * Copies the comments of a space, and of its change requests, into another organization where both already are. Who is
 * mentioned but no member there is left out.
 */
export async function copyComments(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  targetId: string,
): Promise<void> {
  const isSource = sql`organization_id = ${organizationId} and space_id = ${spaceId}`;
  await sql`
    insert into comment (organization_id, space_id, comment_id, change_request_id, review_id, author_id, body, markdown,
      created_at, edited_at, resolved_at, resolved_by, revision_id, page_id, document_hash, target, suggestion,
      suggestion_state, suggestion_decided_by, suggestion_decided_at, suggestion_applied_in)
    select ${targetId}, space_id, comment_id, change_request_id, review_id, author_id, body, markdown,
      created_at, edited_at, resolved_at, resolved_by, revision_id, page_id, document_hash, target, suggestion,
      suggestion_state, suggestion_decided_by, suggestion_decided_at, suggestion_applied_in
    from comment where ${isSource}`.execute(trx);
  await sql`
    insert into comment_reply (organization_id, space_id, comment_id, reply_id, author_id, body, markdown, created_at,
      edited_at)
    select ${targetId}, space_id, comment_id, reply_id, author_id, body, markdown, created_at, edited_at
    from comment_reply where ${isSource}`.execute(trx);
  await sql`
    insert into comment_reaction (organization_id, space_id, comment_id, entry_id, emoji, author_id, created_at)
    select ${targetId}, space_id, comment_id, entry_id, emoji, author_id, created_at
    from comment_reaction where ${isSource}`.execute(trx);
  const { rows: mentioned } = await sql<{ user_id: string }>`
    select distinct user_id from comment_mention where ${isSource}`.execute(trx);
  const members = await findMembersAmong(
    trx,
    targetId,
    mentioned.map((row) => row.user_id),
  );
  await sql`
    insert into comment_mention (organization_id, space_id, comment_id, entry_id, user_id)
    select ${targetId}, space_id, comment_id, entry_id, user_id
    from comment_mention where ${isSource} and user_id = any(${members}::uuid[])`.execute(trx);
}
