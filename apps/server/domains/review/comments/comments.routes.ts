import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { DocumentSchema } from '../../../content/revisions/content.schemas.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { Id, ListQuery, listOf, refTo } from '../../../platform/http/schemas.ts';
import { changesRefused, editConflicts, pageTooLarge } from '../../content/editing/editing-errors.ts';
import { contentChanged, spaceLocked } from '../../content/revisions/space-branch.ts';
import { presentMember } from '../../identity/members/members.present.ts';
import { findMemberRows } from '../../identity/members/members.queries.ts';
import { MemberSchema } from '../../identity/members/members.schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { changeRequestArchived, changeRequestMerged } from '../change-requests/change-request-errors.ts';
import {
  commentNotFound,
  mayNotDelete,
  mayNotDismiss,
  mayNotResolve,
  notAuthor,
  suggestionDecided,
  suggestionNotFound,
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
import {
  type CommentFilter,
  type CommentPosition,
  type CommentRow,
  listCommenters,
  listCommentRows,
} from './comments.repository.ts';
import {
  type Comment,
  CommentSchema,
  FormatQuery,
  ListCommentsQuery,
  PostCommentBody,
  UpdateCommentBody,
} from './comments.schemas.ts';
import { deleteComment, getComment, postComment, updateComment } from './comments.service.ts';
import { type CommentParts, showComments } from './load-comments.ts';
import { applySuggestion, dismissSuggestion } from './suggestions.ts';

const NOT_AUDITED = { none: 'It changes what people say about content, not people or access.' } as const;
const tags = ['Comments'];
/** An id that no object has. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** Comments on spaces and on change requests. */
export const commentRoutes =
  (parts: CommentParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [DocumentSchema, UserSchema, MemberSchema, CommentSchema]) app.addSchema(schema);
    for (const target of [inSpace, inChangeRequest(parts.context)]) {
      await app.register(commentListRoutesOf(parts, target));
      await app.register(oneCommentRoutesOf(parts, target));
      await app.register(suggestionRoutesOf(parts, target));
      await app.register(commentersRouteOf(parts, target));
    }
  };

async function show(
  parts: CommentParts,
  request: FastifyRequest,
  target: CommentTarget,
  { row, format = 'document' }: { row: CommentRow; format?: Format | undefined },
): Promise<Comment> {
  const [shown] = await showComments(parts, { granted: grantedTo(request), format }, target, [row]);
  return shown as Comment;
}

/** Lists the comments on a target, and posts them. */
const commentListRoutesOf =
  (
    parts: CommentParts,
    { prefix, params, suffix, noun, errors, find }: TargetOfRoutes,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db, readQuota } = parts.context;
    const PlaceParams = Type.Object(params);

    app.route({
      method: 'GET',
      url: `${prefix}/comments`,
      config: { access: 'space:read', errors: [...errors, readQuotaExceeded] },
      schema: {
        operationId: `listComments${suffix}`,
        tags,
        summary: `List the comments on a ${noun}`,
        description:
          suffix === 'InSpace'
            ? 'Lists the comments on the space itself. Each change request has its own list of comments.'
            : 'Lists the comments on the change request, including those posted with reviews.',
        params: PlaceParams,
        querystring: ListCommentsQuery,
        response: { 200: listOf(refTo(CommentSchema)) },
      },
      handler: async (request) => {
        const target = await find(request);
        const granted = grantedTo(request);
        const { format = 'document' } = request.query;
        const filter = filterOf(request.query, granted.actor);
        const list = openList<CommentPosition>(
          cursors,
          `comments:${target.space.spaceId}:${target.changeRequestId}:${JSON.stringify(filter)}`,
          request.query,
        );
        return readQuota.measure(request, async () => {
          const found = await listCommentRows(db, keyOf(target), filter, list.asked);
          const rows = await showComments(parts, { granted, format }, target, found.rows);
          return list.answer(found, rows);
        });
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/comments`,
      config: {
        access: 'space:comment',
        audit: NOT_AUDITED,
        errors: [...errors, revisionNotFound, pageTooLarge],
      },
      schema: {
        operationId: `postComment${suffix}`,
        tags,
        summary: `Comment on a ${noun}`,
        description:
          'Posts a comment on the whole content, on a page, on a block of a page, on a cell of a table or on a range of text. The comment stays attached to its target when the content changes. With `suggestion`, it suggests a change of the page.',
        params: PlaceParams,
        querystring: FormatQuery,
        body: PostCommentBody,
        response: { 200: refTo(CommentSchema) },
      },
      handler: async (request) => {
        const target = await find(request);
        const row = await postComment(parts, target, grantedTo(request), request.body);
        return show(parts, request, target, { row, format: request.query.format });
      },
    });
  };

const oneCommentRoutesOf =
  (
    parts: CommentParts,
    { prefix, params, suffix, noun, errors, find }: TargetOfRoutes,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { readQuota } = parts.context;
    const CommentParams = Type.Object({ ...params, commentId: Id });
    const idIn = (request: FastifyRequest): string => (request.params as { commentId: string }).commentId;

    app.route({
      method: 'GET',
      url: `${prefix}/comments/:commentId`,
      config: { access: 'space:read', errors: [...errors, commentNotFound, readQuotaExceeded] },
      schema: {
        operationId: `getComment${suffix}`,
        tags,
        summary: `Get a comment on a ${noun}`,
        params: CommentParams,
        querystring: FormatQuery,
        response: { 200: refTo(CommentSchema) },
      },
      handler: async (request) => {
        const target = await find(request);
        const row = await getComment(parts, target, idIn(request));
        const { format } = request.query;
        return readQuota.measure(request, () => show(parts, request, target, { row, format }));
      },
    });

    app.route({
      method: 'PUT',
      url: `${prefix}/comments/:commentId`,
      config: {
        access: 'space:comment',
        audit: NOT_AUDITED,
        errors: [...errors, commentNotFound, notAuthor, mayNotResolve, tooManyReactions],
      },
      schema: {
        operationId: `updateComment${suffix}`,
        tags,
        summary: `Update a comment on a ${noun}`,
        description:
          'Changes the text of your own comment, resolves or reopens a comment, and adds or removes your own reactions. Absent fields keep their values.',
        params: CommentParams,
        querystring: FormatQuery,
        body: UpdateCommentBody,
        response: { 200: refTo(CommentSchema) },
      },
      handler: async (request) => {
        const target = await find(request);
        const change = { commentId: idIn(request), body: request.body };
        const row = await updateComment(parts, target, grantedTo(request), change);
        return show(parts, request, target, { row, format: request.query.format });
      },
    });

    app.route({
      method: 'DELETE',
      url: `${prefix}/comments/:commentId`,
      config: {
        access: 'space:comment',
        audit: NOT_AUDITED,
        errors: [...errors, commentNotFound, mayNotDelete],
      },
      schema: {
        operationId: `deleteComment${suffix}`,
        tags,
        summary: `Delete a comment on a ${noun}`,
        description: 'Deletes your own comment and its replies. Reviewers can delete any comment.',
        params: CommentParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteComment(parts, await find(request), grantedTo(request), idIn(request));
        return sendNothing(reply, 205);
      },
    });
  };

/** Applies and dismisses the suggestions of comments. */
const suggestionRoutesOf =
  (
    parts: CommentParts,
    { prefix, params, suffix, noun, errors, find }: TargetOfRoutes,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const CommentParams = Type.Object({ ...params, commentId: Id });
    const notFound = [commentNotFound, suggestionNotFound, suggestionDecided];

    app.route({
      method: 'POST',
      url: `${prefix}/comments/:commentId/apply`,
      config: {
        access: 'space:edit',
        audit: { none: 'It changes content, not people or access.' },
        errors: [
          ...errors,
          ...notFound,
          ...(suffix === 'InSpace' ? [] : [changeRequestMerged, changeRequestArchived]),
          changesRefused,
          editConflicts,
          pageTooLarge,
          revisionNotFound,
          contentChanged,
          spaceLocked,
        ],
      },
      schema: {
        operationId: `applySuggestion${suffix}`,
        tags,
        summary: `Apply a suggestion on a ${noun}`,
        description:
          'Edits the page as the comment suggests, merged with what has changed since, and resolves the comment. The author of the comment becomes the author of the revision, and you become its co-author.',
        params: CommentParams,
        querystring: FormatQuery,
        response: { 200: refTo(CommentSchema) },
      },
      handler: async (request) => {
        const target = await find(request);
        const { commentId } = request.params as { commentId: string };
        const row = await applySuggestion(parts, target, grantedTo(request), commentId);
        const revisionId = row.suggestion_applied_in ?? target.revisionId;
        return show(parts, request, { ...target, revisionId }, { row, format: request.query.format });
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/comments/:commentId/dismiss`,
      config: {
        access: 'space:comment',
        audit: NOT_AUDITED,
        errors: [...errors, ...notFound, mayNotDismiss],
      },
      schema: {
        operationId: `dismissSuggestion${suffix}`,
        tags,
        summary: `Dismiss a suggestion on a ${noun}`,
        description: 'Closes the suggestion without applying it. Requires that you wrote it or can edit.',
        params: CommentParams,
        querystring: FormatQuery,
        response: { 200: refTo(CommentSchema) },
      },
      handler: async (request) => {
        const target = await find(request);
        const { commentId } = request.params as { commentId: string };
        const row = await dismissSuggestion(parts, target, grantedTo(request), commentId);
        return show(parts, request, target, { row, format: request.query.format });
      },
    });
  };

const commentersRouteOf =
  (
    { context }: CommentParts,
    { prefix, params, suffix, noun, errors, find }: TargetOfRoutes,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db, config } = context;
    const PlaceParams = Type.Object(params);

    app.route({
      method: 'GET',
      url: `${prefix}/commenters`,
      config: { access: 'space:read', errors: [...errors] },
      schema: {
        operationId: `listCommenters${suffix}`,
        tags,
        summary: `List who commented on a ${noun}`,
        description: 'Lists the members who posted a comment or a reply. Guests see only themselves.',
        params: PlaceParams,
        querystring: Type.Object(ListQuery),
        response: { 200: listOf(refTo(MemberSchema)) },
      },
      handler: async (request) => {
        const target = await find(request);
        const list = openList<string>(
          cursors,
          `commenters:${target.space.spaceId}:${target.changeRequestId}`,
          request.query,
        );
        const { actor } = grantedTo(request);
        const caller = await findCaller(context, actor, target.space.organizationId);
        const only = caller.role === null ? { only: authorIdOf(actor) } : {};
        const found = await listCommenters(db, keyOf(target), {
          ...list.asked,
          ...only,
        });
        const members = await findMemberRows(
          db,
          caller,
          found.rows.map(({ user_id }) => user_id),
        );
        return list.present({ ...found, rows: members }, (row) => presentMember(row, config.baseUrl));
      },
    });
  };

function filterOf(query: Static<typeof ListCommentsQuery>, actor: Actor): CommentFilter {
  const { status = 'all', order = 'desc', targetPage, authors } = query;
  const idOf = (named: string): string => (isId(named) ? named : NONE);
  return {
    status,
    order,
    pageId: targetPage === undefined ? undefined : idOf(targetPage),
    authorIds:
      authors === undefined
        ? undefined
        : [authors].flat().map((named) => (named === 'me' ? authorIdOf(actor) : idOf(named))),
  };
}
