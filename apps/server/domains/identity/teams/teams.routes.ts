import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { NO_TEAMS } from '../../../platform/access/pointers.ts';
import { findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { notAUser, resolveUserId } from '../users/users.service.ts';
import { teamNotFound } from './change-team.ts';
import { presentTeam, type TeamViewer, teamLocation } from './teams.present.ts';
import type { TeamPosition } from './teams.queries.ts';
import {
  CreateTeamBody,
  ListTeamsQuery,
  OrganizationParams,
  TeamParams,
  TeamSchema,
  UpdateTeamBody,
} from './teams.schemas.ts';
import { createTeam, deleteTeam, getTeamRow, listTeams, updateTeam } from './teams.service.ts';

const Team = refTo(TeamSchema);

export const teamRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, pointers } = context;
    app.addSchema(TeamSchema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/teams',
      config: { access: 'organization:list-people', errors: [notAUser] },
      schema: {
        operationId: 'listTeamsInOrganizationById',
        tags: ['Teams'],
        summary: 'List the teams of an organization',
        description: 'Sorted by title. You can filter by title and by owner.',
        params: OrganizationParams,
        querystring: ListTeamsQuery,
        response: { 200: listOf(Team) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { owner, title } = request.query;
        const managerId = owner === undefined ? undefined : resolveUserId(grantedTo(request).actor, owner);
        const list = openList<TeamPosition>(
          cursors,
          `teams:${JSON.stringify([organizationId, managerId, title])}`,
          request.query,
        );
        const rows = await listTeams(context, { organizationId, managerId, title, ...list.asked });
        const viewer = await findViewer(request, organizationId);
        return list.present(rows, (row) => presentTeam(row, viewer, config.baseUrl));
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/orgs/:organizationId/teams',
      config: {
        access: 'organization:administer',
        audit: ['team.created', 'team-member.added'],
        errors: [teamNotFound],
      },
      schema: {
        operationId: 'createOrganizationTeam',
        tags: ['Teams'],
        summary: 'Create a team',
        description:
          'Every request creates another team, even if the title already exists. The given members are added without the role `owner`.',
        params: OrganizationParams,
        body: CreateTeamBody,
        response: { 201: Team },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const row = await createTeam(context, causeOf(request), organizationId, request.body);
        reply.code(201).header('location', teamLocation(row, config.baseUrl));
        return presentTeam(row, await findViewer(request, organizationId), config.baseUrl);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/teams/:teamId',
      config: { access: 'team:view', errors: [teamNotFound] },
      schema: {
        operationId: 'getTeamInOrganizationById',
        tags: ['Teams'],
        summary: 'Get a team',
        params: TeamParams,
        response: { 200: Team },
      },
      handler: async (request) => {
        const row = await getTeamRow(context, request.params);
        return presentTeam(row, await findViewer(request, row.organization_id), config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/teams/:teamId',
      config: { access: 'organization:administer', audit: 'team.updated', errors: [teamNotFound] },
      schema: {
        operationId: 'updateTeamInOrganizationById',
        tags: ['Teams'],
        summary: 'Rename a team',
        params: TeamParams,
        body: UpdateTeamBody,
        response: { 200: Team },
      },
      handler: async (request) => {
        const row = await updateTeam(context, causeOf(request), request.params, request.body);
        return presentTeam(row, await findViewer(request, row.organization_id), config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/teams/:teamId',
      config: { access: 'organization:administer', audit: 'team.deleted', errors: [teamNotFound] },
      schema: {
        operationId: 'removeTeamFromOrganizationById',
        tags: ['Teams'],
        summary: 'Delete a team',
        description: 'Its members immediately lose the roles that they had through the team.',
        params: TeamParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteTeam(context, causeOf(request), request.params);
        return sendNothing(reply, 204);
      },
    });

    /** The caller's permissions on a team follow from their standing in its organization. */
    async function findViewer(request: FastifyRequest, organizationId: string): Promise<TeamViewer> {
      const standing = await findStanding(pointers, grantedTo(request).actor, organizationId);
      return standing ?? { role: null, teams: NO_TEAMS };
    }
  };
