import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { countCommenter } from '../change-requests/discussion.queries.ts';
import { changeComments, recordComment } from './change-comments.ts';
import { readBody } from './comment-body.ts';
import { commentNotFound, mayNotDelete, notAuthor, replyNotFound } from './comment-errors.ts';
import { type CommentTarget, keyOf } from './comment-target.ts';
import { permissionsOf } from './comments.present.ts';
import { findComment } from './comments.repository.ts';
import type { PostReplyBody, UpdateReplyBody } from './comments.schemas.ts';
import { getComment } from './comments.service.ts';
import type { CommentParts } from './load-comments.ts';
import { replaceMentions } from './mentions.queries.ts';
import { notifyMentions } from './notify-mentions.ts';
import { react } from './react.ts';
import {
  deleteReplyRow,
  findReply,
  insertReply,
  type ReplyKey,
  type ReplyRow,
  updateReplyText,
} from './replies.repository.ts';

/** A reply as its URL names it. */
export interface NamedReply {
  commentId: string;
  commentReplyId: string;
}

const replyKeyOf = (target: CommentTarget, { commentId, commentReplyId }: NamedReply): ReplyKey => ({
  ...keyOf(target),
  commentId,
  replyId: commentReplyId,
});

export async function getReply(
  parts: Pick<CommentParts, 'context'>,
  target: CommentTarget,
  named: NamedReply,
): Promise<ReplyRow> {
  await getComment(parts, target, named.commentId);
  const row = isId(named.commentReplyId)
    ? await findReply(parts.context.db, replyKeyOf(target, named))
    : undefined;
  if (!row) throw replyNotFound();
  return row;
}

export async function postReply(
  { context }: CommentParts,
  target: CommentTarget,
  { actor }: Granted,
  { commentId, body }: { commentId: string; body: Static<typeof PostReplyBody> },
): Promise<ReplyRow> {
  const text = readBody(body.body, 'body');
  const key = replyKeyOf(target, { commentId, commentReplyId: newId() });
  const authorId = authorIdOf(actor);
  const at = context.clock();
  let mention = { userIds: [] as string[], pageId: null as string | null };
  return changeComments(
    context,
    target,
    async (trx, unit) => {
      const comment = isId(commentId) ? await findComment(trx, keyOf(target), commentId) : undefined;
      if (!comment) throw commentNotFound();
      await insertReply(trx, { ...key, authorId, text, at });
      const userIds = await replaceMentions(trx, { ...key, entryId: key.replyId }, text.mentions);
      const pageId = comment.page_id;
      mention = { userIds, pageId };
      recordComment(unit, keyOf(target), {
        change: 'created',
        commentId,
        replyId: key.replyId,
        pageId,
        actor,
        at,
      });
      const { changeRequestId } = target;
      if (changeRequestId !== null) await countCommenter(trx, { ...key, changeRequestId }, { authorId, at });
      return (await findReply(trx, key)) as ReplyRow;
    },
    (unit) => notifyMentions(context, unit, keyOf(target), { ...mention, commentId, actor, at }),
  );
}

export async function updateReply(
  parts: CommentParts,
  target: CommentTarget,
  granted: Granted,
  { named, body }: { named: NamedReply; body: Static<typeof UpdateReplyBody> },
): Promise<ReplyRow> {
  const text = body.body && readBody(body.body, 'body');
  await getReply(parts, target, named);
  const key = replyKeyOf(target, named);
  const { commentId } = named;
  const { actor } = granted;
  const at = parts.context.clock();
  let mention = { userIds: [] as string[], pageId: null as string | null };
  const work = async (trx: Transaction<DB>, unit: UnitOfWork): Promise<ReplyRow> => {
    const row = await findReply(trx, key);
    if (!row) throw replyNotFound();
    const pageId = (await findComment(trx, keyOf(target), commentId))?.page_id ?? null;
    if (text) {
      if (!permissionsOf(granted, row.author_id).edit) throw notAuthor();
      await updateReplyText(trx, key, text, at);
      const userIds = await replaceMentions(trx, { ...key, entryId: key.replyId }, text.mentions);
      mention = { userIds, pageId };
    }
    await react(trx, { ...key, entryId: key.replyId }, body, { authorId: authorIdOf(actor), at });
    recordComment(unit, keyOf(target), {
      change: 'edited',
      commentId,
      replyId: key.replyId,
      pageId,
      actor,
      at,
    });
    return (await findReply(trx, key)) as ReplyRow;
  };
  return changeComments(parts.context, target, work, (unit) =>
    notifyMentions(parts.context, unit, keyOf(target), { ...mention, commentId, actor, at }),
  );
}

export async function deleteReply(
  parts: CommentParts,
  target: CommentTarget,
  granted: Granted,
  named: NamedReply,
): Promise<void> {
  await getReply(parts, target, named);
  const key = replyKeyOf(target, named);
  const { actor } = granted;
  const at = parts.context.clock();
  await changeComments(parts.context, target, async (trx, unit) => {
    const row = await findReply(trx, key);
    if (!row) throw replyNotFound();
    if (!permissionsOf(granted, row.author_id).delete) throw mayNotDelete();
    await deleteReplyRow(trx, key);
    const pageId = (await findComment(trx, keyOf(target), key.commentId))?.page_id ?? null;
    const { commentId, replyId } = key;
    recordComment(unit, keyOf(target), { change: 'deleted', commentId, replyId, pageId, actor, at });
  });
}
