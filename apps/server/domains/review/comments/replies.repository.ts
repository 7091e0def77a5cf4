import type { JSONDocument } from '@lectern/markdown/document';
import type { WrittenText } from '@lectern/markdown/read-text';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { CommentKey, CommentPosition } from './comments.repository.ts';

export type ReplyRow = Selectable<DB['comment_reply']> & { body: JSONDocument };

export interface ReplyKey extends CommentKey {
  replyId: string;
}

const isOf = ({ organizationId, spaceId, commentId }: CommentKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and comment_id = ${commentId}`;

export async function insertReply(
  trx: Transaction<DB>,
  reply: ReplyKey & { authorId: string; text: WrittenText; at: Date },
): Promise<void> {
  await sql`
    insert into comment_reply (organization_id, space_id, comment_id, reply_id, author_id, body, markdown, created_at)
    values (${reply.organizationId}, ${reply.spaceId}, ${reply.commentId}, ${reply.replyId}, ${reply.authorId},
      ${toJsonText(reply.text.document)}::text::jsonb, ${reply.text.markdown}, ${reply.at})`.execute(trx);
}

export async function findReply(db: Database, key: ReplyKey): Promise<ReplyRow | undefined> {
  const { rows } = await sql<ReplyRow>`
    select * from comment_reply where ${isOf(key)} and reply_id = ${key.replyId}`.execute(db);
  return rows[0];
}

/** Oldest first, as a conversation is read. */
export async function listReplyRows(
  db: Database,
  key: CommentKey,
  { after, limit }: { after: CommentPosition | undefined; limit: number },
): Promise<PageOfRows<ReplyRow, CommentPosition>> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from comment_reply where ${isOf(key)}`.execute(db);
  const later = after
    ? sql`and (created_at, reply_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<ReplyRow & { position: string }>`
    select *, created_at::text as position from comment_reply where ${isOf(key)} ${later}
    order by created_at, reply_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => [row.position, row.reply_id]);
}

export async function updateReplyText(
  trx: Transaction<DB>,
  key: ReplyKey,
  text: WrittenText,
  at: Date,
): Promise<void> {
  await sql`
    update comment_reply set body = ${toJsonText(text.document)}::text::jsonb, markdown = ${text.markdown},
      edited_at = ${at}
    where ${isOf(key)} and reply_id = ${key.replyId}`.execute(trx);
}

export async function deleteReplyRow(trx: Transaction<DB>, key: ReplyKey): Promise<void> {
  for (const table of ['comment_reaction', 'comment_mention'])
    await sql`delete from ${sql.table(table)} where ${isOf(key)} and entry_id = ${key.replyId}`.execute(trx);
  await sql`delete from comment_reply where ${isOf(key)} and reply_id = ${key.replyId}`.execute(trx);
}

export interface ReplierRow {
  comment_id: string;
  author_id: string;
  count: number;
  updated_at: Date;
}

/** Lists the users who replied to each of these comments, the latest first. */
export async function listRepliers(
  db: Database,
  { organizationId, spaceId }: Omit<CommentKey, 'commentId'>,
  commentIds: readonly string[],
): Promise<ReplierRow[]> {
  if (commentIds.length === 0) return [];
  const { rows } = await sql<ReplierRow>`
    select comment_id, author_id, count(*)::int as count, max(created_at) as updated_at from comment_reply
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and comment_id = any(${[...commentIds]}::uuid[])
    group by comment_id, author_id order by max(created_at) desc, author_id`.execute(db);
  return rows;
}
