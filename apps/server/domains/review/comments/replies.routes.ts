import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DocumentSchema } from '../../../content/revisions/content.schemas.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { Id, listOf, refTo } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import {
  commentNotFound,
  mayNotDelete,
  notAuthor,
  replyNotFound,
  tooManyReactions,
} from './comment-errors.ts';
import {
  type CommentTarget,
  inChangeRequest,
  inSpace,
  keyOf,
  type TargetOfRoutes,
} from './comment-target.ts';
import type { Format } from './comments.present.ts';
import type { CommentPosition } from './comments.repository.ts';
import {
  type CommentReply,
  CommentReplySchema,
  FormatQuery,
  ListRepliesQuery,
  PostReplyBody,
  UpdateReplyBody,
} from './comments.schemas.ts';
import { getComment } from './comments.service.ts';
import { type CommentParts, showReplies } from './load-comments.ts';
import { listReplyRows, type ReplyRow } from './replies.repository.ts';
import { deleteReply, getReply, type NamedReply, postReply, updateReply } from './replies.service.ts';

const NOT_AUDITED = { none: 'It changes what people say about content, not people or access.' } as const;
const tags = ['Comments'];

/** Replies to comments on spaces and on change requests. */
export const commentReplyRoutes =
  (parts: CommentParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [DocumentSchema, UserSchema, CommentReplySchema]) app.addSchema(schema);
    await app.register(routesOf(parts, inSpace));
    await app.register(routesOf(parts, inChangeRequest(parts.context)));
  };

const routesOf =
  (parts: CommentParts, place: TargetOfRoutes): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { params, suffix, noun, find } = place;
    const { cursors, db } = parts.context;
    const prefix = `${place.prefix}/comments/:commentId/replies`;
    const errors = [...place.errors, commentNotFound];
    const CommentParams = Type.Object({ ...params, commentId: Id });
    const ReplyParams = Type.Object({ ...params, commentId: Id, commentReplyId: Id });
    const namedIn = (request: FastifyRequest): NamedReply => request.params as NamedReply;

    async function show(
      request: FastifyRequest,
      at: CommentTarget,
      row: ReplyRow,
      format: Format = 'document',
    ): Promise<CommentReply> {
      const [shown] = await showReplies(parts, { granted: grantedTo(request), format }, at, [row]);
      return shown as CommentReply;
    }

    app.route({
      method: 'GET',
      url: prefix,
      config: { access: 'space:read', errors },
      schema: {
        operationId: `listCommentReplies${suffix}`,
        tags,
        summary: `List the replies to a comment on a ${noun}`,
        description: 'Oldest first.',
        params: CommentParams,
        querystring: ListRepliesQuery,
        response: { 200: listOf(refTo(CommentReplySchema)) },
      },
      handler: async (request) => {
        const at = await find(request);
        const { commentId } = namedIn(request);
        await getComment(parts, at, commentId);
        const { format = 'document' } = request.query;
        const list = openList<CommentPosition>(cursors, `replies:${commentId}`, request.query);
        const found = await listReplyRows(db, { ...keyOf(at), commentId }, list.asked);
        const rows = await showReplies(parts, { granted: grantedTo(request), format }, at, found.rows);
        return list.answer(found, rows);
      },
    });

    app.route({
      method: 'POST',
      url: prefix,
      config: { access: 'space:comment', audit: NOT_AUDITED, errors },
      schema: {
        operationId: `postCommentReply${suffix}`,
        tags,
        summary: `Reply to a comment on a ${noun}`,
        params: CommentParams,
        querystring: FormatQuery,
        body: PostReplyBody,
        response: { 200: refTo(CommentReplySchema) },
      },
      handler: async (request) => {
        const at = await find(request);
        const { commentId } = namedIn(request);
        const reply = { commentId, body: request.body };
        const row = await postReply(parts, at, grantedTo(request), reply);
        return show(request, at, row, request.query.format);
      },
    });

    app.route({
      method: 'GET',
      url: `${prefix}/:commentReplyId`,
      config: { access: 'space:read', errors: [...errors, replyNotFound] },
      schema: {
        operationId: `getCommentReply${suffix}`,
        tags,
        summary: `Get a reply to a comment on a ${noun}`,
        params: ReplyParams,
        querystring: FormatQuery,
        response: { 200: refTo(CommentReplySchema) },
      },
      handler: async (request) => {
        const at = await find(request);
        return show(request, at, await getReply(parts, at, namedIn(request)), request.query.format);
      },
    });

    app.route({
      method: 'PUT',
      url: `${prefix}/:commentReplyId`,
      config: {
        access: 'space:comment',
        audit: NOT_AUDITED,
        errors: [...errors, replyNotFound, notAuthor, tooManyReactions],
      },
      schema: {
        operationId: `updateCommentReply${suffix}`,
        tags,
        summary: `Update a reply to a comment on a ${noun}`,
        description:
          'Changes the text of your own reply, and adds or removes your own reactions. Absent fields keep their values.',
        params: ReplyParams,
        querystring: FormatQuery,
        body: UpdateReplyBody,
        response: { 200: refTo(CommentReplySchema) },
      },
      handler: async (request) => {
        const at = await find(request);
        const change = { named: namedIn(request), body: request.body };
        const row = await updateReply(parts, at, grantedTo(request), change);
        return show(request, at, row, request.query.format);
      },
    });

    app.route({
      method: 'DELETE',
      url: `${prefix}/:commentReplyId`,
      config: {
        access: 'space:comment',
        audit: NOT_AUDITED,
        errors: [...errors, replyNotFound, mayNotDelete],
      },
      schema: {
        operationId: `deleteCommentReply${suffix}`,
        tags,
        summary: `Delete a reply to a comment on a ${noun}`,
        description: 'Deletes your own reply. Reviewers can delete any reply.',
        params: ReplyParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteReply(parts, await find(request), grantedTo(request), namedIn(request));
        return sendNothing(reply, 205);
      },
    });
  };
