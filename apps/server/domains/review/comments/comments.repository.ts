import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import type { JSONDocument } from '@lectern/markdown/document';
import type { TableCellAnchor, TextRange } from '@lectern/markdown/follow-blocks';
import type { WrittenText } from '@lectern/markdown/read-text';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { updateCommentCount } from '../../content/spaces/space-counts.queries.ts';

/** The space, or one of its change requests, that comments are on. */
export interface PlaceKey extends SpaceKey {
  changeRequestId: string | null;
}

export interface CommentKey extends SpaceKey {
  commentId: string;
}

/** The target of a comment, as it was when the comment was posted. */
export interface StoredTarget {
  page: { title: string; path: string };
  node?: { key: string; text: string };
  cell?: TableCellAnchor;
  range?: TextRange;
}

/** A suggestion as it was sent. */
export interface StoredSuggestion {
  blocks?: readonly object[];
  text?: readonly object[];
}

export type CommentRow = Selectable<DB['comment']> & {
  body: JSONDocument;
  target: StoredTarget | null;
  suggestion: StoredSuggestion | null;
  suggestion_state: 'applied' | 'dismissed' | null;
  replies: number;
};

const jsonOf = (value: unknown): RawBuilder<unknown> =>
  value === null ? sql`null::jsonb` : sql`${toJsonText(value)}::text::jsonb`;

const columnsOf = ({ organizationId }: PlaceKey) => sql`c.*, (select count(*)::int from comment_reply r
  where r.organization_id = ${organizationId} and r.space_id = c.space_id and r.comment_id = c.comment_id) as replies`;

const isIn = ({ organizationId, spaceId, changeRequestId }: PlaceKey): RawBuilder<unknown> =>
  sql`c.organization_id = ${organizationId} and c.space_id = ${spaceId} and ${
    changeRequestId === null
      ? sql`c.change_request_id is null`
      : sql`c.change_request_id = ${changeRequestId}`
  }`;

const isComment = ({ organizationId, spaceId, commentId }: CommentKey): RawBuilder<unknown> =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and comment_id = ${commentId}`;

export interface NewComment extends PlaceKey {
  commentId: string;
  reviewId: string | null;
  authorId: string;
  text: WrittenText;
  at: Date;
  revisionId: string;
  pageId: string | null;
  documentHash: Hash | null;
  target: StoredTarget | null;
  suggestion?: StoredSuggestion | undefined;
}

export async function insertComment(trx: Transaction<DB>, comment: NewComment): Promise<void> {
  const { organizationId, spaceId, changeRequestId, commentId, text, documentHash } = comment;
  await sql`
    insert into comment (organization_id, space_id, comment_id, change_request_id, review_id, author_id, body, markdown,
      created_at, revision_id, page_id, document_hash, target, suggestion)
    values (${organizationId}, ${spaceId}, ${commentId}, ${changeRequestId}, ${comment.reviewId}, ${comment.authorId},
      ${jsonOf(text.document)}, ${text.markdown}, ${comment.at}, ${comment.revisionId}, ${comment.pageId},
      ${documentHash === null ? null : hashToBytes(documentHash)}, ${jsonOf(comment.target)},
      ${jsonOf(comment.suggestion ?? null)})`.execute(trx);
}

export async function findComment(
  db: Database,
  place: PlaceKey,
  commentId: string,
): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columnsOf(place)} from comment c where ${isIn(place)} and c.comment_id = ${commentId}`.execute(
    db,
  );
  return rows[0];
}

export async function findCommentsById(
  db: Database,
  place: PlaceKey,
  commentIds: readonly string[],
): Promise<CommentRow[]> {
  if (commentIds.length === 0) return [];
  const { rows } = await sql<CommentRow>`
    select ${columnsOf(place)} from comment c where ${isIn(place)} and c.comment_id = any(${[...commentIds]}::uuid[])`.execute(
    db,
  );
  return rows;
}

export interface CommentFilter {
  status: 'all' | 'open' | 'resolved';
  order: 'asc' | 'desc';
  pageId?: string | undefined;
  authorIds?: readonly string[] | undefined;
}

/** The position where a page ends: time and id. */
export type CommentPosition = [at: string, id: string];

export async function listCommentRows(
  db: Database,
  place: PlaceKey,
  filter: CommentFilter,
  { after, limit }: { after: CommentPosition | undefined; limit: number },
): Promise<PageOfRows<CommentRow, CommentPosition>> {
  const { status, pageId, authorIds } = filter;
  const from = sql`from comment c where ${isIn(place)}
    ${status === 'all' ? sql`` : status === 'open' ? sql`and c.resolved_at is null` : sql`and c.resolved_at is not null`}
    ${pageId === undefined ? sql`` : sql`and c.page_id = ${pageId}`}
    ${authorIds === undefined ? sql`` : sql`and c.author_id = any(${[...authorIds]}::uuid[])`}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  const direction = sql.raw(filter.order);
  const beyond = after
    ? sql`and (c.created_at, c.comment_id) ${sql.raw(filter.order === 'asc' ? '>' : '<')}
        (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<CommentRow & { position: string }>`
    select ${columnsOf(place)}, c.created_at::text as position ${from} ${beyond}
    order by c.created_at ${direction}, c.comment_id ${direction} limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => [row.position, row.comment_id]);
}

export async function updateCommentText(
  trx: Transaction<DB>,
  key: CommentKey,
  text: WrittenText,
  at: Date,
): Promise<void> {
  await sql`
    update comment set body = ${jsonOf(text.document)}, markdown = ${text.markdown}, edited_at = ${at}
    where ${isComment(key)}`.execute(trx);
}

/** Keeps who resolved it first; null reopens it. */
export async function resolveComment(
  trx: Transaction<DB>,
  key: CommentKey,
  resolution: { by: string; at: Date } | null,
): Promise<void> {
  if (resolution)
    await sql`
      update comment set resolved_at = ${resolution.at}, resolved_by = ${resolution.by}
      where ${isComment(key)} and resolved_at is null`.execute(trx);
  else
    await sql`
      update comment set resolved_at = null, resolved_by = null where ${isComment(key)}`.execute(trx);
}

/**
 * Records whether a suggestion was applied or dismissed. Returns false if it was decided before, or if the comment is
 * gone.
 */
export async function decideSuggestion(
  trx: Transaction<DB>,
  key: CommentKey,
  {
    state,
    by,
    at,
    revisionId,
  }: { state: 'applied' | 'dismissed'; by: string; at: Date; revisionId?: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update comment set suggestion_state = ${state}, suggestion_decided_by = ${by}, suggestion_decided_at = ${at},
      suggestion_applied_in = ${revisionId ?? null}
    where ${isComment(key)} and suggestion is not null and suggestion_state is null`.execute(trx);
  return numAffectedRows > 0n;
}

/** With its replies, reactions and mentions. */
export async function deleteCommentRow(trx: Transaction<DB>, key: CommentKey): Promise<void> {
  await sql`delete from comment where ${isComment(key)}`.execute(trx);
}

/** Those who posted a comment or a reply and are members, by their ids. */
export async function listCommenters(
  db: Database,
  place: PlaceKey,
  { after, limit, only }: { after: string | undefined; limit: number; only?: string | null },
): Promise<PageOfRows<{ user_id: string }, string>> {
  const from = sql`from (
      select c.author_id from comment c where ${isIn(place)}
      union
      select r.author_id from comment c join comment_reply r
        on r.organization_id = c.organization_id and r.space_id = c.space_id and r.comment_id = c.comment_id
      where ${isIn(place)}) written
    join member m on m.organization_id = ${place.organizationId} and m.user_id = written.author_id
    where ${only === undefined ? sql`true` : sql`m.user_id = ${only}`}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id ${from} ${after === undefined ? sql`` : sql`and m.user_id > ${after}`}
    order by m.user_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => row.user_id);
}

/** Counts the open comments on a space itself again, in the transaction that changed one. */
export const countSpaceComments = (
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> =>
  updateCommentCount(
    trx,
    { organizationId, spaceId },
    sql`
      select count(*) from comment where organization_id = ${organizationId} and space_id = ${spaceId}
        and change_request_id is null and resolved_at is null`,
  );
