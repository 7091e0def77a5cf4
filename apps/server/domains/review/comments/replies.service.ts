import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { countCommenter } from '../change-requests/discussion.queries.ts';
import { changeComments } from './change-comments.ts';
import { readBody } from './comment-body.ts';
import { commentNotFound, mayNotDelete, notAuthor, replyNotFound } from './comment-errors.ts';
import { type CommentPlace, keyOf } from './comment-place.ts';
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

const replyKeyOf = (place: CommentPlace, { commentId, commentReplyId }: NamedReply): ReplyKey => ({
  ...keyOf(place),
  commentId,
  replyId: commentReplyId,
});

export async function getReply(
  parts: Pick<CommentParts, 'context'>,
  place: CommentPlace,
  named: NamedReply,
): Promise<ReplyRow> {
  await getComment(parts, place, named.commentId);
  const row = isId(named.commentReplyId)
    ? await findReply(parts.context.db, replyKeyOf(place, named))
    : undefined;
  if (!row) throw replyNotFound();
  return row;
}

export async function postReply(
  { context }: CommentParts,
  place: CommentPlace,
  { actor }: Granted,
  { commentId, body }: { commentId: string; body: Static<typeof PostReplyBody> },
): Promise<ReplyRow> {
  const text = readBody(body.body, 'body');
  const key = replyKeyOf(place, { commentId, commentReplyId: newId() });
  const authorId = authorIdOf(actor);
  const at = context.clock();
  let mention = { userIds: [] as string[], pageId: null as string | null };
  return changeComments(
    context,
    place,
    async (trx) => {
      const comment = isId(commentId) ? await findComment(trx, keyOf(place), commentId) : undefined;
      if (!comment) throw commentNotFound();
      await insertReply(trx, { ...key, authorId, text, at });
      const userIds = await replaceMentions(trx, { ...key, entryId: key.replyId }, text.mentions);
      mention = { userIds, pageId: comment.page_id };
      const { changeRequestId } = place;
      if (changeRequestId !== null) await countCommenter(trx, { ...key, changeRequestId }, { authorId, at });
      return (await findReply(trx, key)) as ReplyRow;
    },
    (unit) => notifyMentions(context, unit, keyOf(place), { ...mention, commentId, actor, at }),
  );
}

export async function updateReply(
  parts: CommentParts,
  place: CommentPlace,
  granted: Granted,
  { named, body }: { named: NamedReply; body: Static<typeof UpdateReplyBody> },
): Promise<ReplyRow> {
  const text = body.body && readBody(body.body, 'body');
  await getReply(parts, place, named);
  const key = replyKeyOf(place, named);
  const { commentId } = named;
  const { actor } = granted;
  const at = parts.context.clock();
  let mention = { userIds: [] as string[], pageId: null as string | null };
  const work = async (trx: Transaction<DB>): Promise<ReplyRow> => {
    const row = await findReply(trx, key);
    if (!row) throw replyNotFound();
    if (text) {
      if (!permissionsOf(granted, row.author_id).edit) throw notAuthor();
      await updateReplyText(trx, key, text, at);
      const userIds = await replaceMentions(trx, { ...key, entryId: key.replyId }, text.mentions);
      const comment = await findComment(trx, keyOf(place), commentId);
      mention = { userIds, pageId: comment?.page_id ?? null };
    }
    await react(trx, { ...key, entryId: key.replyId }, body, { authorId: authorIdOf(actor), at });
    return (await findReply(trx, key)) as ReplyRow;
  };
  return changeComments(parts.context, place, work, (unit) =>
    notifyMentions(parts.context, unit, keyOf(place), { ...mention, commentId, actor, at }),
  );
}

export async function deleteReply(
  parts: CommentParts,
  place: CommentPlace,
  granted: Granted,
  named: NamedReply,
): Promise<void> {
  await getReply(parts, place, named);
  const key = replyKeyOf(place, named);
  await changeComments(parts.context, place, async (trx) => {
    const row = await findReply(trx, key);
    if (!row) throw replyNotFound();
    if (!permissionsOf(granted, row.author_id).delete) throw mayNotDelete();
    await deleteReplyRow(trx, key);
  });
}
