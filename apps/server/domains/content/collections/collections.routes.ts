import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedCollection, grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { assertScope } from '../../../platform/access/grant.ts';
import { findViewer, findViewerNow } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { MovablePosition } from '../../../platform/http/lists.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentCollection } from './collections.present.ts';
import { listCollectionRows } from './collections.queries.ts';
import { collectionNotEmpty } from './collections.repository.ts';
import {
  CollectionParams,
  CollectionSchema,
  CreateCollectionBody,
  ListCollectionsQuery,
  OrganizationParams,
  UpdateCollectionBody,
} from './collections.schemas.ts';
import {
  collectionsTooDeep,
  createCollection,
  deleteCollection,
  getCollectionRow,
  updateCollection,
} from './collections.service.ts';
import { invalidPosition } from './find-move-target.ts';
import { MoveBody } from './move.schemas.ts';
import { collectionCycle, moveCollection } from './move-collection.ts';

const Collection = refTo(CollectionSchema);

export const collectionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(CollectionSchema);
    await app.register(organizationCollectionRoutes(context));
    await app.register(oneCollectionRoutes(context));
  };

/** Lists the collections of an organization, and creates them. */
const organizationCollectionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db, pointers } = context;

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/collections',
      config: { access: 'organization:view' },
      schema: {
        operationId: 'listCollectionsInOrganizationById',
        tags: ['Collections'],
        summary: 'List the collections of an organization',
        description: 'Lists the collections that you can read, in their order within each parent.',
        params: OrganizationParams,
        querystring: ListCollectionsQuery,
        response: { 200: listOf(Collection) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const { nested: isNested = true } = request.query;
        const list = openList<MovablePosition>(
          cursors,
          `collections:${organizationId}:${isNested}`,
          request.query,
        );
        const caller = { organizationId, actor, role };
        const rows = await listCollectionRows(db, caller, { isNested, ...list.asked });
        return list.present(rows, (row) =>
          presentCollection(row, { role: row.role, inOrganization: role }, config.baseUrl),
        );
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/collections',
      config: {
        access: 'organization:create-collection',
        audit: { none: 'It changes content, not people or access.' },
        errors: [collectionsTooDeep],
      },
      schema: {
        operationId: 'createCollection',
        tags: ['Collections'],
        summary: 'Create a collection',
        description:
          'Adds the collection at the end of its parent, by default the top level. Requires the role `admin` in the organization or on the parent.',
        params: OrganizationParams,
        body: CreateCollectionBody,
        response: { 201: Collection },
      },
      handler: async (request, reply) => {
        const row = await createCollection(context, request.params.organizationId, request.body);
        reply.code(201).header('location', `${config.baseUrl}/v1/collections/${row.collection_id}`);
        const viewer = await findViewerNow(pointers, grantedTo(request).actor, row);
        return presentCollection(row, viewer, config.baseUrl);
      },
    });
  };

const oneCollectionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, pointers } = context;

    app.route({
      method: 'GET',
      url: '/v1/collections/:collectionId',
      config: { access: 'collection:view' },
      schema: {
        operationId: 'getCollectionById',
        tags: ['Collections'],
        summary: 'Get a collection',
        params: CollectionParams,
        response: { 200: Collection },
      },
      handler: async (request) => {
        const row = await getCollectionRow(db, grantedCollection(request));
        const viewer = await findViewer(pointers, grantedTo(request), row.organization_id);
        return presentCollection(row, viewer, config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/collections/:collectionId',
      config: { access: 'collection:administer', audit: 'permission.default-changed' },
      schema: {
        operationId: 'updateCollectionById',
        tags: ['Collections'],
        summary: 'Update a collection',
        description:
          'Absent fields keep their values; null removes a value. Changing `defaultLevel` requires a token with the scope `admin`.',
        params: CollectionParams,
        body: UpdateCollectionBody,
        response: { 200: Collection },
      },
      handler: async (request) => {
        if (request.body.defaultLevel !== undefined) assertScope(grantedTo(request), 'admin');
        const row = await updateCollection(
          context,
          causeOf(request),
          grantedCollection(request),
          request.body,
        );
        const viewer = await findViewerNow(pointers, grantedTo(request).actor, row);
        return presentCollection(row, viewer, config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/collections/:collectionId',
      config: {
        access: 'collection:administer',
        audit: 'permission.default-changed',
        errors: [collectionNotEmpty],
      },
      schema: {
        operationId: 'deleteCollectionById',
        tags: ['Collections'],
        summary: 'Delete an empty collection',
        description: 'The collection must not contain spaces or collections. Deleted spaces do not count.',
        params: CollectionParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteCollection(context, causeOf(request), grantedCollection(request));
        return sendNothing(reply, 205);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/collections/:collectionId/move',
      config: {
        access: 'collection:administer',
        audit: 'permission.default-changed',
        errors: [collectionCycle, collectionsTooDeep, insufficientRole, invalidPosition, spaceNotFound],
      },
      schema: {
        operationId: 'moveCollection',
        tags: ['Collections'],
        summary: 'Move a collection',
        description:
          'Moves the collection to another parent, or to another position under the same parent. Requires the role `create` on the destination. A move to another parent also requires the role `admin` on everything in the collection.',
        params: CollectionParams,
        body: MoveBody,
        response: { 200: Collection },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const row = await moveCollection(
          context,
          { actor, cause: causeOf(request) },
          grantedCollection(request),
          request.body,
        );
        return presentCollection(row, await findViewerNow(pointers, actor, row), config.baseUrl);
      },
    });
  };
