import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';

interface EntryKey extends SpaceKey {
  commentId: string;
  /** The reply, or the comment itself. */
  entryId: string;
}

/**
 * Replaces the mentions of an entry; only members of the organization are stored. Returns those who were not mentioned
 * before.
 */
export async function replaceMentions(
  trx: Transaction<DB>,
  { organizationId, spaceId, commentId, entryId }: EntryKey,
  userIds: readonly string[],
): Promise<string[]> {
  const before = await sql<{ user_id: string }>`
    delete from comment_mention where organization_id = ${organizationId} and space_id = ${spaceId}
      and comment_id = ${commentId} and entry_id = ${entryId}
    returning user_id`.execute(trx);
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    insert into comment_mention (organization_id, space_id, comment_id, entry_id, user_id)
    select organization_id, ${spaceId}, ${commentId}, ${entryId}, user_id from member
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::uuid[])
    returning user_id`.execute(trx);
  const known = new Set(before.rows.map(({ user_id }) => user_id));
  return rows.flatMap(({ user_id: userId }) => (known.has(userId) ? [] : [userId]));
}

/** Lists the users whom these comments and replies mention. */
export async function listMentions(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  { commentIds, entryIds }: { commentIds: readonly string[]; entryIds: readonly string[] },
): Promise<{ entry_id: string; user_id: string }[]> {
  if (entryIds.length === 0) return [];
  const { rows } = await sql<{ entry_id: string; user_id: string }>`
    select entry_id, user_id from comment_mention
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and comment_id = any(${[...commentIds]}::uuid[]) and entry_id = any(${[...entryIds]}::uuid[])
    order by entry_id, user_id`.execute(db);
  return rows;
}
