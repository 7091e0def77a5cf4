import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSpace, grantedTo } from '../../access/authorize.ts';
import type { Context } from '../../context.ts';
import { presentList } from '../../http/lists.ts';
import { sendNothing } from '../../http/no-content.ts';
import { listOf } from '../../http/schemas.ts';
import { presentSpace } from './spaces.present.ts';
import { listSpaceRows, type SpacePosition } from './spaces.repository.ts';
import {
  CreateSpaceBody,
  ListSpacesQuery,
  OrganizationParams,
  SHARED_SPACE_SCHEMAS,
  SpaceParams,
  SpaceQuery,
  UpdateSpaceBody,
} from './spaces.schemas.ts';
import { createSpace, deleteSpace, getKeptSpaceRow, restoreSpace, updateSpace } from './spaces.service.ts';

const Space = Type.Ref('Space');

export const spaceRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db } = context;
    for (const schema of SHARED_SPACE_SCHEMAS) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/spaces',
      config: { access: 'organization:view' },
      schema: {
        operationId: 'listSpacesInOrganizationById',
        tags: ['Spaces'],
        summary: 'List the spaces of an organization that the caller may read',
        params: OrganizationParams,
        querystring: ListSpacesQuery,
        response: { 200: listOf(Space) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const list = `spaces:${organizationId}`;
        const { page, limit = 50 } = request.query;
        const after = page === undefined ? undefined : cursors.open<SpacePosition>(list, page);
        const rows = await listSpaceRows(db, { organizationId, actor, role }, { after, limit });
        return presentList(rows, (row) => presentSpace(row, row.role, config.baseUrl), cursors, list);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/spaces',
      config: { access: 'organization:create-space' },
      schema: {
        operationId: 'createSpace',
        tags: ['Spaces'],
        summary: 'Create a space',
        params: OrganizationParams,
        body: CreateSpaceBody,
        response: { 201: Space },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await createSpace(context, actor, request.params.organizationId, request.body);
        reply.code(201).header('location', `${config.baseUrl}/v1/spaces/${row.space_id}`);
        return presentSpace(row, 'admin', config.baseUrl);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId',
      config: { access: 'space:view' },
      schema: {
        operationId: 'getSpaceById',
        tags: ['Spaces'],
        summary: 'Get a space',
        description: 'A deleted space is shown to its administrators, with `deletedAt`.',
        params: SpaceParams,
        querystring: SpaceQuery,
        response: { 200: Space },
      },
      handler: async (request) => {
        const row = await getKeptSpaceRow(context, grantedSpace(request));
        return presentSpace(row, grantedTo(request).role, config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/spaces/:spaceId',
      config: { access: 'space:administer' },
      schema: {
        operationId: 'updateSpaceById',
        tags: ['Spaces'],
        summary: 'Change the settings of a space',
        params: SpaceParams,
        body: UpdateSpaceBody,
        response: { 200: Space },
      },
      handler: async (request) => {
        const row = await updateSpace(context, grantedSpace(request), request.body);
        return presentSpace(row, grantedTo(request).role, config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/spaces/:spaceId',
      config: { access: 'space:administer' },
      schema: {
        operationId: 'deleteSpaceById',
        tags: ['Spaces'],
        summary: 'Delete a space',
        description: 'It can be restored for seven days.',
        params: SpaceParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteSpace(context, grantedSpace(request));
        sendNothing(reply, 205);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/restore',
      config: { access: 'space:restore' },
      schema: {
        operationId: 'restoreSpace',
        tags: ['Spaces'],
        summary: 'Restore a deleted space',
        params: SpaceParams,
        response: { 200: Space },
      },
      handler: async (request) => {
        const row = await restoreSpace(context, grantedSpace(request));
        return presentSpace(row, grantedTo(request).role, config.baseUrl);
      },
    });
  };
