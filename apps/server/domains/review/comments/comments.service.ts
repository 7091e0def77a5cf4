import type { WrittenText } from '@lectern/markdown/read-text';
import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { countCommenter } from '../change-requests/discussion.queries.ts';
import { changeComments, recordComment } from './change-comments.ts';
import { chooseTarget } from './choose-target.ts';
import { readBody } from './comment-body.ts';
import { commentNotFound, mayNotDelete, mayNotResolve, notAuthor } from './comment-errors.ts';
import { emitCommentCreated } from './comment-events.ts';
import { type CommentTarget, keyOf } from './comment-target.ts';
import { mayResolve, permissionsOf } from './comments.present.ts';
import {
  type CommentRow,
  deleteCommentRow,
  findComment,
  insertComment,
  type NewComment,
  resolveComment,
  updateCommentText,
} from './comments.repository.ts';
import type { PostCommentBody, UpdateCommentBody } from './comments.schemas.ts';
import type { CommentParts } from './load-comments.ts';
import { replaceMentions } from './mentions.queries.ts';
import { notifyMentions } from './notify-mentions.ts';
import { react } from './react.ts';
import { checkSuggestion } from './suggestions.ts';

export async function getComment(
  { context: { db } }: Pick<CommentParts, 'context'>,
  target: CommentTarget,
  commentId: string,
): Promise<CommentRow> {
  const row = isId(commentId) ? await findComment(db, keyOf(target), commentId) : undefined;
  if (!row) throw commentNotFound();
  return row;
}

export async function postComment(
  parts: CommentParts,
  place: CommentTarget,
  { actor }: Granted,
  body: Static<typeof PostCommentBody>,
): Promise<CommentRow> {
  const text = readBody(body.body, 'body');
  const target = await chooseTarget(parts, place, body);
  const suggestion = body.suggestion && (await checkSuggestion(parts, place, target, body.suggestion));
  const commentId = newId();
  const at = parts.context.clock();
  const key = keyOf(place);
  let mentioned: string[] = [];
  return changeComments(
    parts.context,
    place,
    async (trx, unit) => {
      const authorId = authorIdOf(actor);
      const comment = { ...key, ...target, commentId, reviewId: null, authorId, text, at, suggestion };
      mentioned = await addComment(trx, comment);
      recordComment(unit, key, { change: 'created', commentId, pageId: target.pageId, actor, at });
      return (await findComment(trx, key, commentId)) as CommentRow;
    },
    async (unit, changeRequest) => {
      const { pageId } = target;
      await notifyMentions(parts.context, unit, key, { userIds: mentioned, commentId, pageId, actor, at });
      await emitCommentCreated(unit, key, { actor, at, commentId, changeRequest });
    },
  );
}

/** Stores a comment with what follows from it, except the count of open ones. Returns whom it mentions. */
export async function addComment(trx: Transaction<DB>, comment: NewComment): Promise<string[]> {
  const { commentId, changeRequestId, text, authorId, at } = comment;
  await insertComment(trx, comment);
  const mentioned = await replaceMentions(trx, { ...comment, entryId: commentId }, text.mentions);
  if (changeRequestId !== null) await countCommenter(trx, { ...comment, changeRequestId }, { authorId, at });
  return mentioned;
}

/** Applies all fields of the body, or none. */
export async function updateComment(
  parts: CommentParts,
  target: CommentTarget,
  granted: Granted,
  { commentId, body }: { commentId: string; body: Static<typeof UpdateCommentBody> },
): Promise<CommentRow> {
  const text = body.body && readBody(body.body, 'body');
  const at = parts.context.clock();
  const { actor } = granted;
  let mention = { userIds: [] as string[], pageId: null as string | null };
  const work = async (trx: Transaction<DB>, unit: UnitOfWork): Promise<CommentRow> => {
    const row = isId(commentId) ? await findComment(trx, keyOf(target), commentId) : undefined;
    if (!row) throw commentNotFound();
    const key = { ...keyOf(target), commentId };
    if (text) mention = { userIds: await rewrite(trx, granted, { row, text, at }), pageId: row.page_id };
    if (body.resolved !== undefined) {
      if (!mayResolve(granted, row.author_id)) throw mayNotResolve();
      await resolveComment(trx, key, body.resolved ? { by: authorIdOf(actor), at } : null);
    }
    await react(trx, { ...key, entryId: commentId }, body, { authorId: authorIdOf(actor), at });
    recordComment(unit, keyOf(target), { change: 'edited', commentId, pageId: row.page_id, actor, at });
    return (await findComment(trx, keyOf(target), commentId)) as CommentRow;
  };
  return changeComments(parts.context, target, work, (unit) =>
    notifyMentions(parts.context, unit, keyOf(target), { ...mention, commentId, actor, at }),
  );
}

async function rewrite(
  trx: Transaction<DB>,
  granted: Granted,
  { row, text, at }: { row: CommentRow; text: WrittenText; at: Date },
): Promise<string[]> {
  if (!permissionsOf(granted, row.author_id).edit) throw notAuthor();
  const key = { organizationId: row.organization_id, spaceId: row.space_id, commentId: row.comment_id };
  await updateCommentText(trx, key, text, at);
  return replaceMentions(trx, { ...key, entryId: row.comment_id }, text.mentions);
}

/** With its replies. */
export async function deleteComment(
  parts: CommentParts,
  target: CommentTarget,
  granted: Granted,
  commentId: string,
): Promise<void> {
  const { actor } = granted;
  const at = parts.context.clock();
  await changeComments(parts.context, target, async (trx, unit) => {
    const row = isId(commentId) ? await findComment(trx, keyOf(target), commentId) : undefined;
    if (!row) throw commentNotFound();
    if (!permissionsOf(granted, row.author_id).delete) throw mayNotDelete();
    await deleteCommentRow(trx, { ...keyOf(target), commentId });
    recordComment(unit, keyOf(target), { change: 'deleted', commentId, pageId: row.page_id, actor, at });
  });
}
