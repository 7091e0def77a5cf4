import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import {
  collectionNotFound,
  insufficientRole,
  roleAboveOwn,
} from '../../../platform/access/access-errors.ts';
import {
  grantedCollection,
  grantedSite,
  grantedSpace,
  grantedTo,
} from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { assertScope } from '../../../platform/access/grant.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { findViewer, findViewerNow } from '../../../platform/access/space-role.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { notImplemented } from '../../../platform/http/errors.ts';
import type { MovablePosition } from '../../../platform/http/lists.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { CollectionParams } from '../collections/collections.schemas.ts';
import { invalidPosition } from '../collections/find-move-target.ts';
import { MoveBody } from '../collections/move.schemas.ts';
import { moveSpace } from './move-space.ts';
import { startOfRetention } from './retention.ts';
import { presentSpace } from './spaces.present.ts';
import { listSpaceRows } from './spaces.queries.ts';
import {
  CreateSpaceBody,
  ListOrganizationSpacesQuery,
  ListSpacesQuery,
  OrganizationParams,
  SHARED_SPACE_SCHEMAS,
  SpaceParams,
  SpaceQuery,
  SpaceSchema,
  UpdateSpaceBody,
} from './spaces.schemas.ts';
import {
  createSpace,
  deleteSpace,
  getKeptSpace,
  restoreSpace,
  spaceNotDeleted,
  updateSpace,
} from './spaces.service.ts';

const Space = refTo(SpaceSchema);

/** Presents a space to a reader of a published site, as that site shows it. */
export type PresentToVisitor = (
  visitor: Visitor,
  space: { site: SitePointer; spaceId: string; shareKey: string | undefined },
) => Promise<Static<typeof SpaceSchema>>;

/** The fields that sites add to a space. */
export interface SpaceSites {
  presentToVisitor: PresentToVisitor;
  /** Whether this is the key of an active share link of the site. */
  isActiveShareKey(
    db: Context['db'],
    site: { organizationId: string; siteId: string },
    shareKey: string,
    at: Date,
  ): Promise<boolean>;
}

export const spaceRoutes =
  (context: Context, sites: SpaceSites): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of SHARED_SPACE_SCHEMAS) app.addSchema(schema);
    await app.register(spaceListRoutes(context));
    await app.register(oneSpaceRoutes(context, sites));
    await app.register(moveSpaceRoute(context));
  };

/** Lists the spaces of an organization or a collection, and creates them. */
const spaceListRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, pointers } = context;

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/spaces',
      config: { access: 'organization:view' },
      schema: {
        operationId: 'listSpacesInOrganizationById',
        tags: ['Spaces'],
        summary: 'List the spaces of an organization',
        description: 'Lists the spaces that you can read.',
        params: OrganizationParams,
        querystring: ListOrganizationSpacesQuery,
        response: { 200: listOf(Space) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const { deleted = false } = request.query;
        const name = `${deleted ? 'deleted-spaces' : 'spaces'}:${organizationId}`;
        const list = openList<MovablePosition>(cursors, name, request.query);
        const rows = await listSpaceRows(
          context,
          { organizationId, actor, role },
          { ...list.asked, deletedSince: deleted ? startOfRetention(context.clock()) : undefined },
        );
        return list.present(rows, (row) =>
          presentSpace(row, { role: row.role, inOrganization: role }, config),
        );
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/collections/:collectionId/spaces',
      config: { access: 'collection:view' },
      schema: {
        operationId: 'listSpacesInCollectionById',
        tags: ['Collections'],
        summary: 'List the spaces of a collection',
        description:
          'Lists the spaces in the collection that you can read. Spaces in nested collections are not included.',
        params: CollectionParams,
        querystring: ListSpacesQuery,
        response: { 200: listOf(Space) },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const { organizationId, collectionId: parentId } = grantedCollection(request);
        const list = openList<MovablePosition>(cursors, `spaces-in:${parentId}`, request.query);
        const caller = await findCaller(context, actor, organizationId);
        const rows = await listSpaceRows(context, caller, { parentId, ...list.asked });
        return list.present(rows, (row) =>
          presentSpace(row, { role: row.role, inOrganization: caller.role }, config),
        );
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/spaces',
      config: {
        access: 'organization:create-space',
        audit: { none: 'It changes content, not people or access.' },
        errors: [notImplemented],
      },
      schema: {
        operationId: 'createSpace',
        tags: ['Spaces'],
        summary: 'Create a space',
        description:
          'Creates an empty space at the end of its parent, by default the top level. Requires the role `admin` in the organization or on the parent.',
        params: OrganizationParams,
        body: CreateSpaceBody,
        response: { 201: Space },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await createSpace(context, actor, request.params.organizationId, request.body);
        reply.code(201).header('location', `${config.baseUrl}/v1/spaces/${row.space_id}`);
        return presentSpace(row, await findViewerNow(pointers, actor, row), config);
      },
    });
  };

const oneSpaceRoutes =
  (context: Context, { presentToVisitor, isActiveShareKey }: SpaceSites): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, pointers } = context;

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId',
      config: { access: 'space:view', visitors: true },
      schema: {
        operationId: 'getSpaceById',
        tags: ['Spaces'],
        summary: 'Get a space',
        description:
          'Administrators of a deleted space can read it until it is removed. A deleted space has `deletedAt`.',
        params: SpaceParams,
        querystring: SpaceQuery,
        response: { 200: Space },
      },
      handler: async (request) => {
        const { spaceId } = request.params;
        const visitor = findVisitor(request);
        if (visitor) {
          const { shareKey } = request.query;
          return presentToVisitor(visitor, { site: grantedSite(request), spaceId, shareKey });
        }
        const row = await getKeptSpace(context, grantedSpace(request));
        const viewer = await findViewer(pointers, grantedTo(request), row.organization_id);
        const { publication } = row;
        const { shareKey } = request.query;
        const isKey =
          publication?.visibility === 'share-link' &&
          shareKey !== undefined &&
          (await isActiveShareKey(db, publication, shareKey, context.clock()));
        return presentSpace(row, viewer, config, isKey ? shareKey : undefined);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/spaces/:spaceId',
      config: { access: 'space:administer', audit: 'permission.default-changed' },
      schema: {
        operationId: 'updateSpaceById',
        tags: ['Spaces'],
        summary: 'Update a space',
        description:
          'Absent fields keep their values; null removes a value. Changing `defaultLevel` requires a token with the scope `admin`.',
        params: SpaceParams,
        body: UpdateSpaceBody,
        response: { 200: Space },
      },
      handler: async (request) => {
        if (request.body.defaultLevel !== undefined) assertScope(grantedTo(request), 'admin');
        const row = await updateSpace(context, causeOf(request), grantedSpace(request), request.body);
        const viewer = await findViewerNow(pointers, grantedTo(request).actor, row);
        return presentSpace(row, viewer, config);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/spaces/:spaceId',
      config: { access: 'space:administer', audit: { none: 'It changes content, not people or access.' } },
      schema: {
        operationId: 'deleteSpaceById',
        tags: ['Spaces'],
        summary: 'Delete a space',
        description:
          'The space becomes inaccessible to everyone except its administrators, who can restore it for seven days. After that it is permanently removed.',
        params: SpaceParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteSpace(context, grantedSpace(request));
        return sendNothing(reply, 205);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/restore',
      config: {
        access: 'space:restore',
        audit: { none: 'It changes content, not people or access.' },
        errors: [spaceNotDeleted],
      },
      schema: {
        operationId: 'restoreSpace',
        tags: ['Spaces'],
        summary: 'Restore a deleted space',
        description:
          'A space can be restored for seven days after its deletion. If its collection no longer exists, it is restored to the top level.',
        params: SpaceParams,
        response: { 200: Space },
      },
      handler: async (request) => {
        const row = await restoreSpace(context, grantedSpace(request));
        return presentSpace(row, await findViewer(pointers, grantedTo(request), row.organization_id), config);
      },
    });
  };

const moveSpaceRoute =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, pointers } = context;

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/move',
      config: {
        access: 'space:move',
        audit: 'permission.default-changed',
        errors: [collectionNotFound, insufficientRole, invalidPosition, roleAboveOwn],
      },
      schema: {
        operationId: 'moveSpace',
        tags: ['Spaces'],
        summary: 'Move a space',
        description:
          'Moves the space to another parent, or to another position under the same parent. Requires the role `create` on the destination. Unless you are an administrator of the space, a move to another parent must not grant or remove roles above your own.',
        params: SpaceParams,
        body: MoveBody,
        response: { 200: Space },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const row = await moveSpace(
          context,
          { actor, cause: causeOf(request) },
          grantedSpace(request),
          request.body,
        );
        return presentSpace(row, await findViewerNow(pointers, actor, row), config);
      },
    });
  };
