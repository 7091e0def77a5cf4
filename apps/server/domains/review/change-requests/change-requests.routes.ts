import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import { type Static, Type } from 'typebox';
import { SHARED_CONTENT_SCHEMAS } from '../../../content/revisions/content.schemas.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import { invalidFields, notImplemented } from '../../../platform/http/errors.ts';
import type { List } from '../../../platform/http/lists.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo, Timestamp } from '../../../platform/http/schemas.ts';
import { ContentChangesBody } from '../../content/editing/content-changes.schemas.ts';
import { editContent } from '../../content/editing/edit-content.ts';
import { presentOutcome } from '../../content/editing/editing.present.ts';
import { ContentOutcomeFields } from '../../content/editing/editing.schemas.ts';
import { changesRefused, editConflicts, pageTooLarge } from '../../content/editing/editing-errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { EditHeaders, readIfMatch } from '../../content/editing/if-match.ts';
import { ChangesFields, ChangesQueryFields } from '../../content/history/changes.schemas.ts';
import { describeChanges } from '../../content/history/describe-changes.ts';
import { findReadableSpaces } from '../../content/links/other-spaces/readable-spaces.ts';
import { contentChanged, spaceLocked } from '../../content/revisions/space-branch.ts';
import { uploadNotFound } from '../../content/uploads/upload-errors.ts';
import { authorOf } from '../../identity/users/authors.queries.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { changeRequestLine } from './change-request-branch.ts';
import {
  changedPagesUnknown,
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from './change-request-errors.ts';
import { type ChangeRequestRow, findChangeRequest, listContributors } from './change-requests.repository.ts';
import {
  BaseQueryField,
  type ChangeRequest,
  ChangeRequestParams,
  ChangeRequestSchema,
  CreateChangeRequestBody,
  ListInOrganizationQuery,
  ListInSpaceQuery,
  SpaceParams,
  UpdateChangeRequestBody,
} from './change-requests.schemas.ts';
import { baseOf, createChangeRequest, keyOf, updateChangeRequest } from './change-requests.service.ts';
import { readChangedPages } from './changed-pages/read-changed-pages.ts';
import { type ChangeRequestPosition, listChangeRequests } from './list-change-requests.queries.ts';
import { createGetNamed } from './named-change-request.ts';
import { revertingRoutes } from './reverting/reverting.routes.ts';
import { scheduleRoutes } from './scheduling/schedule.routes.ts';
import { seenRoutes } from './seen/seen.routes.ts';
import {
  showChangeRequest,
  showEditedChangeRequest,
  showListedChangeRequests,
} from './show-change-requests.ts';

const Shown = refTo(ChangeRequestSchema);
const OrganizationParams = Type.Object({ organizationId: SpaceParams.properties.spaceId });
const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];
const LIST_ERRORS = [readQuotaExceeded, changedPagesUnknown];
const PAGE_WITHOUT_SPACE = {
  path: 'changedPage',
  message: 'requires `space`, because copies of a space have pages with the same ids',
};

/** No object has a malformed id. */
const readFilterId = (named: string | undefined): string | undefined =>
  named === undefined || isId(named) ? named : NOBODY;

/** A condition on a row `c` with a space: the space is on the site, and the caller may see that. */
export type IsOnSite = (caller: Caller, siteId: string) => RawBuilder<boolean>;

export const changeRequestRoutes =
  (
    parts: EditingParts,
    isOnSite: IsOnSite,
    claimsOf: (request: FastifyRequest) => object,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    for (const schema of [...SHARED_CONTENT_SCHEMAS, UserSchema, ChangeRequestSchema]) app.addSchema(schema);
    await app.register(changeRequestListRoutes(parts, isOnSite));
    await app.register(oneChangeRequestRoutes(parts));
    await app.register(editRoute(parts));
    await app.register(changeRoutes(parts, claimsOf));
    await app.register(seenRoutes(context, parts.store));
    await app.register(revertingRoutes(parts));
    await app.register(scheduleRoutes(context));
  };

/** Lists the change requests of an organization or a space. */
const changeRequestListRoutes =
  ({ context, store }: EditingParts, isOnSite: IsOnSite): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, readQuota } = context;

    async function list(
      request: FastifyRequest,
      scope: {
        spaceId?: string | undefined;
        siteId?: string | undefined;
        statuses: ChangeRequestRow['status'][];
      },
      query: Omit<Static<typeof ListInSpaceQuery>, 'status'>,
    ): Promise<List<ChangeRequest>> {
      const { actor, organizationId = '' } = grantedTo(request);
      const { query: text, orderBy = 'updatedAt', topic, unread } = query;
      const { creator, contributor, requestedReviewer, awaitedReviewer, mentioned, changedPage } = query;
      const idOf = (named: string | undefined): string | undefined => {
        return named === 'me' ? authorIdOf(actor) : readFilterId(named);
      };
      const asked = {
        ...scope,
        ...(topic === undefined ? {} : { spaceId: NOBODY }),
        creatorId: idOf(creator),
        contributorId: idOf(contributor),
        reviewerId: idOf(requestedReviewer),
        awaitedReviewerId: idOf(awaitedReviewer),
        mentionedId: idOf(mentioned),
        changedPageId: readFilterId(changedPage),
        query: text,
        unreadBy: unread ? authorIdOf(actor) : undefined,
        orderBy,
      };
      const list = openList<ChangeRequestPosition>(
        cursors,
        `change-requests:${organizationId}:${JSON.stringify(asked)}`,
        query,
      );
      const caller = await findCaller(context, actor, organizationId);
      const { siteId, ...filter } = asked;
      if (changedPage !== undefined) {
        if (filter.spaceId === undefined) throw invalidFields([PAGE_WITHOUT_SPACE]);
        const space = (await findReadableSpaces(context, actor, [filter.spaceId])).get(filter.spaceId)?.space;
        if (space)
          await readQuota.measure(request, () => readChangedPages(context, store, space, scope.statuses));
      }
      const onSite = siteId === undefined ? undefined : isOnSite(caller, siteId);
      const found = await listChangeRequests(context, caller, { ...filter, isOnSite: onSite }, list.asked);
      return list.answer(found, await showListedChangeRequests(context, request, found.rows));
    }

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/change-requests',
      config: { access: 'organization:view', errors: LIST_ERRORS },
      schema: {
        operationId: 'listChangeRequestsForOrganization',
        tags,
        summary: 'List the change requests of an organization',
        description:
          'Lists the change requests of all spaces that you can read. By default, only open ones are listed.',
        params: OrganizationParams,
        querystring: ListInOrganizationQuery,
        response: { 200: listOf(Shown) },
      },
      handler: (request) => {
        const { status = ['open'], space, site, styleguideRun, ...query } = request.query;
        const spaceId = styleguideRun === undefined ? readFilterId(space) : NOBODY;
        return list(request, { spaceId, siteId: readFilterId(site), statuses: status }, query);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/change-requests',
      config: { access: 'space:read', errors: LIST_ERRORS },
      schema: {
        operationId: 'listChangeRequestsForSpace',
        tags,
        summary: 'List the change requests of a space',
        description: 'Lists the change requests of the space. By default, only open ones are listed.',
        params: SpaceParams,
        querystring: ListInSpaceQuery,
        response: { 200: listOf(Shown) },
      },
      handler: (request) => {
        const { status = ['open'], ...query } = request.query;
        return list(request, { spaceId: request.params.spaceId, statuses: status }, query);
      },
    });
  };

const oneChangeRequestRoutes =
  ({ context, store }: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const getNamed = createGetNamed(context);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/change-requests',
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [revisionNotFound, notImplemented] },
      schema: {
        operationId: 'createChangeRequest',
        tags,
        summary: 'Create a change request',
        description: 'Creates a draft based on the current content of the space, or on that of `revision`.',
        params: SpaceParams,
        body: CreateChangeRequestBody,
        response: { 201: Shown },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await createChangeRequest(context, store, grantedSpace(request), actor, request.body);
        const shown = await showChangeRequest(context, request, row);
        reply.code(201).header('location', shown.urls.location);
        return shown;
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId',
      config: { access: 'space:read', visitors: true, errors: [changeRequestNotFound] },
      schema: {
        operationId: 'getChangeRequestById',
        tags,
        summary: 'Get a change request',
        params: ChangeRequestParams,
        response: { 200: Shown },
      },
      handler: async (request) => showChangeRequest(context, request, await getNamed(request)),
    });

    app.route({
      method: 'PATCH',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId',
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, changeRequestMerged],
      },
      schema: {
        operationId: 'updateChangeRequestById',
        tags,
        summary: 'Update a change request',
        description:
          'Changes the subject, the description, the links or the status. Absent fields keep their values; null removes a value.',
        params: ChangeRequestParams,
        body: UpdateChangeRequestBody,
        response: { 200: Shown },
      },
      handler: async (request) =>
        showChangeRequest(
          context,
          request,
          await updateChangeRequest(
            context,
            { row: await getNamed(request), actor: grantedTo(request).actor },
            request.body,
          ),
        ),
    });
  };

/** Edits the content of a change request. */
const editRoute =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const { db } = context;
    const getNamed = createGetNamed(context);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/content',
      config: {
        hasLargeBody: true,
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [
          changeRequestNotFound,
          changeRequestMerged,
          changeRequestArchived,
          changesRefused,
          editConflicts,
          pageTooLarge,
          revisionNotFound,
          contentChanged,
          spaceLocked,
          uploadNotFound,
        ],
      },
      schema: {
        operationId: 'updateChangeRequestContent',
        tags,
        summary: 'Edit the content of a change request',
        description:
          'Applies up to 50 changes as one revision. If any change is refused, none is applied, and `details` lists the refused changes by position. Returns the change request and, if `compat` is false, also the pages that the request changed.',
        params: ChangeRequestParams,
        querystring: Type.Object({
          compat: Type.Optional(
            Type.Boolean({ default: true, description: 'Whether only the change request is returned.' }),
          ),
        }),
        headers: EditHeaders,
        body: ContentChangesBody,
        response: {
          200: Type.Union([Shown, Type.Object({ changeRequest: Shown, ...ContentOutcomeFields })]),
        },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        if (space.editMode === 'locked') throw spaceLocked();
        const { actor } = grantedTo(request);
        const row = await getNamed(request);
        if (row.status === 'merged') throw changeRequestMerged();
        if (row.status === 'archived') throw changeRequestArchived();
        const key = keyOf(row);
        const reread = async (): Promise<ChangeRequestRow> => {
          const current = await findChangeRequest(db, space, key.changeRequestId);
          if (!current) throw changeRequestNotFound();
          return current;
        };
        const edited = await editContent(parts, {
          space,
          actor,
          changes: request.body.changes,
          baseId: readIfMatch(request),
          line: changeRequestLine(key, actor),
          branchId: key.changeRequestId,
          findHead: async () => (await reread()).revision_id,
          revertsTo: baseOf(row),
        });
        const changeRequest = await showEditedChangeRequest(context, request, await reread());
        if (request.query.compat !== false) return changeRequest;
        const contentUrl = `${changeRequest.urls.location}/content`;
        return { changeRequest, ...(await presentOutcome(parts, { space, contentUrl }, edited)) };
      },
    });
  };

/** Lists what a change request changes, and who changed it. */
const changeRoutes =
  (
    { context, store }: EditingParts,
    claimsOf: (request: FastifyRequest) => object,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    const getNamed = createGetNamed(context);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/changes',
      config: {
        access: 'space:read',
        visitors: true,
        errors: [changeRequestNotFound, revisionNotFound, readQuotaExceeded],
      },
      schema: {
        operationId: 'getChangeRequestChanges',
        tags,
        summary: 'List the changes of a change request',
        description:
          'Lists the changes relative to the content that the change request was last updated from, or to `base` if it is given.',
        params: ChangeRequestParams,
        querystring: Type.Object({ ...ChangesQueryFields, ...BaseQueryField }),
        response: { 200: Type.Object(ChangesFields) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const space = grantedSpace(request);
        const { base = baseOf(row) } = request.query;
        // The changes since another revision tell what that one contains.
        if (request.query.base !== undefined && findVisitor(request)) throw revisionNotFound();
        return context.readQuota.measure(request, async () => {
          if (request.query.base !== undefined) await store.keepForGood(space, base);
          const before = await store.open(space, base);
          const after = await store.open(space, row.revision_id);
          const { limit = 10 } = request.query;
          const visitor = findVisitor(request) && {
            claims: claimsOf(request),
            isVisitor: true,
            now: context.clock(),
          };
          return describeChanges(context, store, { before, after }, { limit, visitor });
        });
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/contributors',
      config: { access: 'space:read', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'getContributorsByChangeRequestId',
        tags,
        summary: 'List the contributors of a change request',
        description:
          'Lists the users who edited the change request or commented on it, with how often and when they last did.',
        params: ChangeRequestParams,
        response: { 200: listOf(ContributorSchema) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const contributors = await listContributors(db, keyOf(row));
        const ids = contributors.map(({ author_id }) => author_id);
        const authors = await findAuthorsFor(context, grantedTo(request), ids);
        return {
          count: contributors.length,
          items: contributors.map((contributor) => ({
            updatedAt: contributor.updated_at.toISOString(),
            count: contributor.count,
            actionType: contributor.action,
            user: presentUser(authorOf(authors, contributor.author_id), config.baseUrl),
          })),
        };
      },
    });
  };

const ContributorSchema = Type.Object({
  updatedAt: Timestamp,
  count: Type.Integer(),
  actionType: Type.Enum(['edit', 'comment']),
  user: refTo(UserSchema),
});

/** An id that no user has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
