import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { MemberSchema } from '../members/members.schemas.ts';
import { memberNotFound } from '../members/members.service.ts';
import { UserSchema } from '../users/users.schemas.ts';
import { notAUser, resolveUserId } from '../users/users.service.ts';
import { teamNotFound } from './change-team.ts';
import { presentTeamMember } from './team-members.present.ts';
import type { TeamMemberPosition } from './team-members.queries.ts';
import {
  ListTeamMembersQuery,
  PutTeamMemberBody,
  TeamMemberParams,
  TeamMemberSchema,
  UpdateTeamMembersBody,
} from './team-members.schemas.ts';
import {
  listTeamMembers,
  putTeamMember,
  removeTeamMember,
  teamMemberNotFound,
  updateTeamMembers,
} from './team-members.service.ts';
import { TeamParams } from './teams.schemas.ts';

const TeamMember = refTo(TeamMemberSchema);

export const teamMemberRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config } = context;
    for (const schema of [UserSchema, MemberSchema, TeamMemberSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/teams/:teamId/members',
      config: { access: 'team:view', errors: [teamNotFound] },
      schema: {
        operationId: 'listTeamMembersInOrganizationById',
        tags: ['Teams'],
        summary: 'List the members of a team',
        description: 'Sorted by the time at which they joined the team.',
        params: TeamParams,
        querystring: ListTeamMembersQuery,
        response: { 200: listOf(TeamMember) },
      },
      handler: async (request) => {
        const { organizationId, teamId } = request.params;
        const list = openList<TeamMemberPosition>(
          cursors,
          `team-members:${organizationId}:${teamId}`,
          request.query,
        );
        const caller = await findCaller(context, grantedTo(request).actor, organizationId);
        const rows = await listTeamMembers(context, caller, { teamId, ...list.asked });
        return list.present(rows, (row) => presentTeamMember(row, config.baseUrl));
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/orgs/:organizationId/teams/:teamId/members',
      config: {
        access: 'team:manage-members',
        audit: ['team-member.added', 'team-member.updated', 'team-member.removed'],
        errors: [teamNotFound],
      },
      schema: {
        operationId: 'updateMembersInOrganizationTeam',
        tags: ['Teams'],
        summary: 'Add, remove and change team members',
        description:
          'Applies all changes or none. A user in both lists is removed. Requires the role `admin` in the organization or the role `owner` in the team.',
        params: TeamParams,
        body: UpdateTeamMembersBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await updateTeamMembers(context, causeOf(request), request.params, request.body);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/orgs/:organizationId/teams/:teamId/members/:userId',
      config: {
        access: 'team:manage-members',
        audit: ['team-member.added', 'team-member.updated'],
        errors: [memberNotFound, notAUser, teamNotFound],
      },
      schema: {
        operationId: 'addMemberToOrganizationTeamById',
        tags: ['Teams'],
        summary: 'Add a member to a team',
        description: 'If the user is already in the team, changes their role in it.',
        params: TeamMemberParams,
        body: PutTeamMemberBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { organizationId, teamId } = request.params;
        const userId = resolveUserId(actor, request.params.userId);
        const member = { organizationId, teamId, userId, role: request.body.role };
        await putTeamMember(context, causeOf(request), member);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/teams/:teamId/members/:userId',
      config: {
        access: 'team:manage-members',
        audit: 'team-member.removed',
        errors: [notAUser, teamMemberNotFound, teamNotFound],
      },
      schema: {
        operationId: 'deleteMemberFromOrganizationTeamById',
        tags: ['Teams'],
        summary: 'Remove a member from a team',
        params: TeamMemberParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId, teamId } = request.params;
        const userId = resolveUserId(grantedTo(request).actor, request.params.userId);
        await removeTeamMember(context, causeOf(request), { organizationId, teamId, userId });
        return sendNothing(reply, 204);
      },
    });
  };
