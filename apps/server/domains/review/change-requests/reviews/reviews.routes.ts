import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DocumentSchema } from '../../../../content/revisions/content.schemas.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { cutPage, cutSorted } from '../../../../platform/http/lists.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { openList } from '../../../../platform/http/open-list.ts';
import { ListQuery, listOf, refTo } from '../../../../platform/http/schemas.ts';
import { findAuthorsFor } from '../../../identity/users/authors-for.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { ChangeRequestParams } from '../change-requests.schemas.ts';
import { keyOf } from '../change-requests.service.ts';
import { createGetNamed } from '../named-change-request.ts';
import { allowsSelfReview } from '../rules/merge-rules.queries.ts';
import type { ReviewComments } from './review-comments.ts';
import { presentReview, presentReviewer, presentTeam } from './reviews.present.ts';
import {
  countReviews,
  findReview,
  listReviews,
  type ReviewerRow,
  type ReviewRow,
} from './reviews.repository.ts';
import {
  ListReviewsQuery,
  RequestedReviewerSchema,
  RequestedTeamSchema,
  RequestReviewersBody,
  ReviewerParams,
  ReviewParams,
  ReviewQuery,
  ReviewSchema,
  SubmitReviewBody,
  TeamReviewerParams,
} from './reviews.schemas.ts';
import {
  listReviewers,
  listTeams,
  ownChangeRequest,
  removeReviewer,
  requestReviews,
  reviewerNotFound,
  reviewNotFound,
  submitReview,
  teamReviewerNotFound,
} from './reviews.service.ts';
import type { TeamStateRow } from './team-reviewers.queries.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];
const ListReviewersQuery = Type.Object(ListQuery);
const CLOSED = [changeRequestMerged, changeRequestArchived];

const prefix = '/v1/spaces/:spaceId/change-requests/:changeRequestId';

/** Requested reviewers of change requests. */
export const reviewerRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors } = context;
    for (const schema of [UserSchema, RequestedReviewerSchema, RequestedTeamSchema]) app.addSchema(schema);

    const getNamed = createGetNamed(context);

    async function presentReviewers(request: FastifyRequest, rows: readonly ReviewerRow[]) {
      const ids = rows.flatMap((row) => [row.user_id, row.requested_by]);
      const authors = await findAuthorsFor(context, grantedTo(request), ids);
      return rows.map((row) => presentReviewer(row, authors, config.baseUrl));
    }

    async function presentTeams(request: FastifyRequest, rows: readonly TeamStateRow[]) {
      const ids = rows.flatMap((row) => [row.reviewer_id, row.requested_by]);
      const authors = await findAuthorsFor(context, grantedTo(request), ids);
      return rows.map((row) => presentTeam(row, authors, config.baseUrl));
    }

    app.route({
      method: 'GET',
      url: `${prefix}/requested-reviewers`,
      config: { access: 'space:read', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'getRequestedReviewersByChangeRequestId',
        tags,
        summary: 'List the requested reviewers of a change request',
        params: ChangeRequestParams,
        querystring: ListReviewersQuery,
        response: { 200: listOf(refTo(RequestedReviewerSchema)) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const list = openList<string>(cursors, `requested-reviewers:${row.change_request_id}`, request.query);
        const reviewers = await listReviewers(context, { space: grantedSpace(request), row });
        const cut = cutSorted(
          reviewers,
          list.asked,
          ({ created_at, user_id }) => `${created_at.toISOString()}/${user_id}`,
        );
        const items = await presentReviewers(request, cut.rows);
        return list.answer(cut, items);
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/requested-reviewers`,
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [changeRequestNotFound, ...CLOSED] },
      schema: {
        operationId: 'requestReviewersForChangeRequest',
        tags,
        summary: 'Request reviews of a change request',
        description:
          'Asks members other than the author for a review, and teams, of which the review of one member is enough, even if they were asked before. A draft becomes open. Can also set the subject and the description.',
        params: ChangeRequestParams,
        body: RequestReviewersBody,
        response: {
          200: Type.Object({
            users: Type.Array(refTo(RequestedReviewerSchema)),
            teams: Type.Array(refTo(RequestedTeamSchema)),
          }),
        },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const { actor } = grantedTo(request);
        const asked = await requestReviews(
          context,
          { space: grantedSpace(request), row, actor },
          request.body,
        );
        return {
          users: await presentReviewers(request, asked.users),
          teams: await presentTeams(request, asked.teams),
        };
      },
    });

    app.route({
      method: 'DELETE',
      url: `${prefix}/requested-reviewers/:userId`,
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [changeRequestNotFound, reviewerNotFound] },
      schema: {
        operationId: 'removeRequestedReviewerFromChangeRequest',
        tags,
        summary: 'Withdraw the request for a review',
        description: 'Reviews that the user has submitted are kept.',
        params: ReviewerParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { userId } = request.params;
        const { actor } = grantedTo(request);
        const isMe = userId === 'me' && actor.kind === 'user';
        await removeReviewer(context, await getNamed(request), { userId: isMe ? actor.userId : userId });
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: `${prefix}/requested-teams`,
      config: { access: 'space:read', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'listRequestedTeams',
        tags,
        summary: 'List the teams that were asked to review a change request',
        params: ChangeRequestParams,
        querystring: ListReviewersQuery,
        response: { 200: listOf(refTo(RequestedTeamSchema)) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const list = openList<string>(cursors, `requested-teams:${row.change_request_id}`, request.query);
        const cut = cutSorted(
          await listTeams(context.db, keyOf(row)),
          list.asked,
          ({ created_at, team_id }) => `${created_at.toISOString()}/${team_id}`,
        );
        return list.answer(cut, await presentTeams(request, cut.rows));
      },
    });

    app.route({
      method: 'DELETE',
      url: `${prefix}/requested-teams/:teamId`,
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, teamReviewerNotFound],
      },
      schema: {
        operationId: 'removeRequestedTeam',
        tags,
        summary: 'Withdraw the request for a review by a team',
        description: 'Reviews that its members have submitted are kept.',
        params: TeamReviewerParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { teamId } = request.params;
        await removeReviewer(context, await getNamed(request), { teamId });
        return sendNothing(reply, 204);
      },
    });
  };

/** Reviews of change requests. */
export const reviewRoutes =
  (context: Context, comments: ReviewComments): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    for (const schema of [DocumentSchema, UserSchema, ReviewSchema]) app.addSchema(schema);
    for (const schema of comments.schemas) app.addSchema(schema);

    const getNamed = createGetNamed(context);

    async function presentReviews(
      request: FastifyRequest,
      { change_request_id: changeRequestId, revision_id: revisionId }: ChangeRequestRow,
      rows: readonly ReviewRow[],
    ) {
      const ids = rows.flatMap((row) => [row.reviewer_id, row.requested_by]);
      const shown = {
        authors: await findAuthorsFor(context, grantedTo(request), ids),
        comments: await comments.show(
          grantedTo(request),
          { space: grantedSpace(request), changeRequestId, revisionId },
          rows.flatMap(({ comment_id: commentId }) => commentId ?? []),
        ),
        baseUrl: config.baseUrl,
      };
      return rows.map((row) => presentReview(row, shown));
    }

    app.route({
      method: 'GET',
      url: `${prefix}/reviews`,
      config: { access: 'space:read', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'getReviewsByChangeRequestId',
        tags,
        summary: 'List the reviews of a change request',
        description: 'Newest first. Includes outdated reviews.',
        params: ChangeRequestParams,
        querystring: ListReviewsQuery,
        response: { 200: listOf(refTo(ReviewSchema)) },
      },
      handler: async (request) => {
        const changeRequest = await getNamed(request);
        const key = keyOf(changeRequest);
        const { outdated: isOutdated } = request.query;
        const list = openList<[string, string]>(
          cursors,
          `reviews:${key.changeRequestId}:${isOutdated ?? 'all'}`,
          request.query,
        );
        const { after, limit } = list.asked;
        const rows = await listReviews(db, key, { after, limit: limit + 1, isOutdated });
        const cut = cutPage(rows, limit, await countReviews(db, key, isOutdated), (row): [string, string] => [
          row.position,
          row.review_id,
        ]);
        const items = await presentReviews(request, changeRequest, cut.rows);
        return list.answer(cut, items);
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/reviews`,
      config: {
        access: 'space:review',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, ownChangeRequest, ...CLOSED],
      },
      schema: {
        operationId: 'submitChangeRequestReview',
        tags,
        summary: 'Review a change request',
        description:
          'Approves the current content or requests changes. Replaces your earlier review. A review becomes outdated when the content changes. `comment` is posted on the change request with the review. Authors cannot review their own change request unless a merge rule allows it.',
        params: ChangeRequestParams,
        body: SubmitReviewBody,
        response: { 201: refTo(ReviewSchema) },
      },
      handler: async (request, reply) => {
        const { status, comment } = request.body;
        const insertComment = comment && comments.read(comment);
        const row = await getNamed(request);
        const { actor } = grantedTo(request);
        const allowsOwn = await allowsSelfReview(db, keyOf(row));
        const submitted = { status, insertComment };
        const review = await submitReview(context, { row, actor, allowsOwn }, submitted);
        const [shown] = await presentReviews(request, row, [review]);
        reply.code(201).header('location', shown?.urls.location);
        return shown as NonNullable<typeof shown>;
      },
    });

    app.route({
      method: 'GET',
      url: `${prefix}/reviews/:reviewId`,
      config: { access: 'space:read', errors: [changeRequestNotFound, reviewNotFound] },
      schema: {
        operationId: 'getChangeRequestReviewById',
        tags,
        summary: 'Get a review of a change request',
        params: ReviewParams,
        querystring: ReviewQuery,
        response: { 200: refTo(ReviewSchema) },
      },
      handler: async (request) => {
        const changeRequest = await getNamed(request);
        const { reviewId } = request.params;
        const review = isId(reviewId) ? await findReview(db, keyOf(changeRequest), reviewId) : undefined;
        if (!review) throw reviewNotFound();
        const [shown] = await presentReviews(request, changeRequest, [review]);
        return shown as NonNullable<typeof shown>;
      },
    });
  };
