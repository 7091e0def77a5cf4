import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { NO_TEAMS } from '../../../platform/access/pointers.ts';
import { findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { ListQuery, listOf, RoleSchema, refTo } from '../../../platform/http/schemas.ts';
import { presentSpace } from '../../content/spaces/spaces.present.ts';
import { SHARED_SPACE_SCHEMAS, SpaceSchema } from '../../content/spaces/spaces.schemas.ts';
import { MemberParams, Order } from '../../identity/members/members.schemas.ts';
import { memberNotFound } from '../../identity/members/members.service.ts';
import { presentTeam } from '../../identity/teams/teams.present.ts';
import { TeamSchema } from '../../identity/teams/teams.schemas.ts';
import { notAUser, resolveUserId } from '../../identity/users/users.service.ts';
import { presentSource } from '../permissions/permissions.present.ts';
import { RoleSourceSchema } from '../permissions/permissions.schemas.ts';
import type { TeamOfMemberPosition } from './member-access.repository.ts';
import { listSpacesOfMember, listTeamsOfMember } from './member-access.service.ts';

const SpaceOfMemberSchema = Type.Object({
  permission: RoleSchema,
  space: refTo(SpaceSchema),
  source: RoleSourceSchema,
});

const TeamOfMemberSchema = Type.Object({
  team: refTo(TeamSchema),
  member: Type.Object({ role: Type.Enum(['owner', 'member']) }),
});

const ListSpacesOfMemberQuery = Type.Object({
  ...ListQuery,
  order: Type.Optional(Order),
  title: Type.Optional(
    Type.String({ description: 'Only spaces whose title contains this text, ignoring case.' }),
  ),
});

const ListTeamsOfMemberQuery = Type.Object({
  ...ListQuery,
  title: Type.Optional(
    Type.String({ description: 'Only teams whose title contains this text, ignoring case.' }),
  ),
});

export const memberAccessRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, pointers } = context;
    for (const schema of [...SHARED_SPACE_SCHEMAS, TeamSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/members/:userId/spaces',
      config: { access: 'member:view', errors: [memberNotFound, notAUser] },
      schema: {
        operationId: 'listSpacesForOrganizationMember',
        tags: ['Members'],
        summary: 'List the spaces that a member can read',
        description:
          'Returns each space with the member’s role on it and the source of the role, sorted by creation time, by default newest first. Includes only spaces that you can read too. Guests can list only their own.',
        params: MemberParams,
        querystring: ListSpacesOfMemberQuery,
        response: { 200: listOf(SpaceOfMemberSchema) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const userId = resolveUserId(actor, request.params.userId);
        const { order = 'desc', title = '' } = request.query;
        const list = openList<string>(
          cursors,
          `member-spaces:${JSON.stringify([organizationId, userId, order, title])}`,
          request.query,
        );
        const caller = { organizationId, actor, role };
        const rows = await listSpacesOfMember(context, caller, { userId, order, title, ...list.asked });
        return list.present(rows, (row) => ({
          permission: row.role,
          space: presentSpace(row, { role: row.callerRole, inOrganization: role }, config),
          source: presentSource(row.source),
        }));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/members/:userId/teams',
      config: { access: 'member:view', errors: [memberNotFound, notAUser] },
      schema: {
        operationId: 'listTeamsForOrganizationMember',
        tags: ['Members'],
        summary: 'List the teams of a member',
        description:
          'Returns each team with the role of the member in it, sorted by title. Guests can list only their own teams.',
        params: MemberParams,
        querystring: ListTeamsOfMemberQuery,
        response: { 200: listOf(TeamOfMemberSchema) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const userId = resolveUserId(actor, request.params.userId);
        const title = foldName(request.query.title ?? '');
        const list = openList<TeamOfMemberPosition>(
          cursors,
          `member-teams:${JSON.stringify([organizationId, userId, title])}`,
          request.query,
        );
        const rows = await listTeamsOfMember(context, { organizationId, userId }, { title, ...list.asked });
        const teams = (await findStanding(pointers, actor, organizationId))?.teams ?? NO_TEAMS;
        return list.present(rows, (row) => ({
          team: presentTeam(row, { role, teams }, config.baseUrl),
          member: { role: row.role },
        }));
      },
    });
  };
