import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { provisionedGroupNotFound } from './scim-errors.ts';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './scim-groups.service.ts';
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
import { isProjected, presentScimGroup, presentScimList, project } from './scim-resources.ts';

const Params = Type.Object({ organizationId: Id });
const GroupParams = Type.Object({ organizationId: Id, teamId: Id });
const access = 'organization:administer';

export const scimGroupRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/scim/v2/Groups',
      config: { access },
      schema: { ...hidden, params: Params, querystring: ScimListQuery },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { startIndex, ...page } = pageOf(request.query);
        const withMembers = isProjected('members', request.query);
        const { rows, count } = await listScimGroups(context, { organizationId, ...page, withMembers });
        const groups = rows.map((row) =>
          project(presentScimGroup(row, baseOf(context, organizationId)), request.query),
        );
        return send(reply, presentScimList(groups, { count, startIndex }));
      },
    });

    const changesOfGroup = ['team.updated', 'team-member.added', 'team-member.removed'] as const;

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/scim/v2/Groups',
      config: { access, audit: ['team.created', 'team-member.added'] },
      schema: { ...hidden, params: Params, querystring: ProjectionQuery, body: Resource },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const row = await createScimGroup(context, causeOf(request), organizationId, request.body);
        const base = baseOf(context, organizationId);
        reply.code(201).header('location', `${base}/Groups/${row.team_id}`);
        return send(reply, project(presentScimGroup(row, base), request.query));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/scim/v2/Groups/:teamId',
      config: { access, errors: [provisionedGroupNotFound] },
      schema: { ...hidden, params: GroupParams, querystring: ProjectionQuery },
      handler: async (request, reply) => {
        const withMembers = isProjected('members', request.query);
        const row = await getScimGroup(context, request.params, { withMembers });
        return send(
          reply,
          project(presentScimGroup(row, baseOf(context, request.params.organizationId)), request.query),
        );
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/orgs/:organizationId/scim/v2/Groups/:teamId',
      config: { access, audit: changesOfGroup, errors: [provisionedGroupNotFound] },
      schema: { ...hidden, params: GroupParams, querystring: ProjectionQuery, body: Resource },
      handler: async (request, reply) => {
        const row = await replaceScimGroup(context, causeOf(request), request.params, request.body);
        return send(
          reply,
          project(presentScimGroup(row, baseOf(context, request.params.organizationId)), request.query),
        );
      },
    });

    // Groups can be large, and a directory that changes some members does not read them all.
    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/scim/v2/Groups/:teamId',
      config: { access, audit: changesOfGroup, errors: [provisionedGroupNotFound] },
      schema: { ...hidden, params: GroupParams, querystring: ProjectionQuery, body: PatchBody },
      handler: async (request, reply) => {
        const row = await patchScimGroup(context, causeOf(request), request.params, request.body.Operations);
        return send(
          reply,
          project(presentScimGroup(row, baseOf(context, request.params.organizationId)), request.query),
        );
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/scim/v2/Groups/:teamId',
      config: { access, audit: 'team.deleted', errors: [provisionedGroupNotFound] },
      schema: { ...hidden, params: GroupParams },
      handler: async (request, reply) => {
        await deleteScimGroup(context, causeOf(request), request.params);
        return sendNothing(reply, 204);
      },
    });
  };
