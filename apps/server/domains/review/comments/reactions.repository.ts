import { sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { CommentKey } from './comments.repository.ts';

/** A comment, or one of its replies, by its own id. */
export interface EntryKey extends CommentKey {
  entryId: string;
}

export interface ReactionRow {
  entry_id: string;
  emoji: string;
  author_id: string;
  created_at: Date;
}

const isOf = ({ organizationId, spaceId, commentId, entryId }: EntryKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and comment_id = ${commentId}
    and entry_id = ${entryId}`;

/** Those that the author has not given yet. */
export async function addReactions(
  trx: Transaction<DB>,
  key: EntryKey,
  { emojis, authorId, at }: { emojis: readonly string[]; authorId: string; at: Date },
): Promise<void> {
  await sql`
    insert into comment_reaction (organization_id, space_id, comment_id, entry_id, emoji, author_id, created_at)
    select ${key.organizationId}, ${key.spaceId}, ${key.commentId}, ${key.entryId}, added.emoji, ${authorId}, ${at}
    from unnest(${[...new Set(emojis)].sort()}::text[]) added(emoji)
    on conflict do nothing`.execute(trx);
}

export async function removeReactions(
  trx: Transaction<DB>,
  key: EntryKey,
  { emojis, authorId }: { emojis: readonly string[]; authorId: string },
): Promise<void> {
  await sql`
    delete from comment_reaction
    where ${isOf(key)} and author_id = ${authorId} and emoji = any(${[...emojis]}::text[])`.execute(trx);
}

/** The number of different emoji. */
export async function countReactions(trx: Transaction<DB>, key: EntryKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct emoji)::int as count from comment_reaction where ${isOf(key)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The reactions to these entries, oldest first. */
export async function listReactions(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  { commentIds, entryIds }: { commentIds: readonly string[]; entryIds: readonly string[] },
): Promise<ReactionRow[]> {
  if (entryIds.length === 0) return [];
  const { rows } = await sql<ReactionRow>`
    select entry_id, emoji, author_id, created_at from comment_reaction
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and comment_id = any(${[...commentIds]}::uuid[]) and entry_id = any(${[...entryIds]}::uuid[])
    order by created_at, emoji, author_id`.execute(db);
  return rows;
}
