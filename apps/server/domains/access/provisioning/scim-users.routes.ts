import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { provisionedUserNotFound } from './scim-errors.ts';
import {
  baseOf,
  hidden,
  PatchBody,
  ProjectionQuery,
  pageOf,
  Resource,
  ScimListQuery,
  send,
} from './scim-http.ts';
import { presentScimList, presentScimUser, project } from './scim-resources.ts';
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from './scim-users.service.ts';

const Params = Type.Object({ organizationId: Id });
const UserParams = Type.Object({ organizationId: Id, userId: Id });
const access = 'organization:administer';

export const scimUserRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/scim/v2/Users',
      config: { access },
      schema: { ...hidden, params: Params, querystring: ScimListQuery },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { startIndex, ...page } = pageOf(request.query);
        const { rows, count } = await listScimUsers(context, { organizationId, ...page });
        const users = rows.map((row) =>
          project(presentScimUser(row, baseOf(context, organizationId)), request.query),
        );
        return send(reply, presentScimList(users, { count, startIndex }));
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/scim/v2/Users',
      config: {
        access,
        audit: ['member.joined', 'member.accepted', 'member.updated', 'user.updated', 'team-member.added'],
      },
      schema: { ...hidden, params: Params, querystring: ProjectionQuery, body: Resource },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const row = await createScimUser(context, causeOf(request), organizationId, request.body);
        const base = baseOf(context, organizationId);
        reply.code(201).header('location', `${base}/Users/${row.user_id}`);
        return send(reply, project(presentScimUser(row, base), request.query));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/scim/v2/Users/:userId',
      config: { access, errors: [provisionedUserNotFound] },
      schema: { ...hidden, params: UserParams, querystring: ProjectionQuery },
      handler: async (request, reply) => {
        const row = await getScimUser(context, request.params);
        return send(
          reply,
          project(presentScimUser(row, baseOf(context, request.params.organizationId)), request.query),
        );
      },
    });

    const changesOfUser = [
      'member.joined',
      'member.accepted',
      'member.updated',
      'member.removed',
      'user.updated',
      'team-member.added',
    ] as const;

    app.route({
      method: 'PUT',
      url: '/v1/orgs/:organizationId/scim/v2/Users/:userId',
      config: { access, audit: changesOfUser, errors: [provisionedUserNotFound] },
      schema: { ...hidden, params: UserParams, querystring: ProjectionQuery, body: Resource },
      handler: async (request, reply) => {
        const row = await replaceScimUser(context, causeOf(request), request.params, request.body);
        return send(
          reply,
          project(presentScimUser(row, baseOf(context, request.params.organizationId)), request.query),
        );
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/scim/v2/Users/:userId',
      config: { access, audit: changesOfUser, errors: [provisionedUserNotFound] },
      schema: { ...hidden, params: UserParams, querystring: ProjectionQuery, body: PatchBody },
      handler: async (request, reply) => {
        const operations = request.body.Operations;
        const row = await patchScimUser(context, causeOf(request), request.params, operations);
        return send(
          reply,
          project(presentScimUser(row, baseOf(context, request.params.organizationId)), request.query),
        );
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/scim/v2/Users/:userId',
      config: { access, audit: 'member.removed', errors: [provisionedUserNotFound] },
      schema: { ...hidden, params: UserParams },
      handler: async (request, reply) => {
        await deleteScimUser(context, causeOf(request), request.params);
        return sendNothing(reply, 204);
      },
    });
  };
