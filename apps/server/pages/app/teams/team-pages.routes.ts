import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  TeamMemberParams,
  UpdateTeamMembersBody,
} from '../../../domains/identity/teams/team-members.schemas.ts';
import {
  putTeamMember,
  removeTeamMember,
  updateTeamMembers,
} from '../../../domains/identity/teams/team-members.service.ts';
import {
  CreateTeamBody,
  OrganizationParams,
  TeamParams,
  UpdateTeamBody,
} from '../../../domains/identity/teams/teams.schemas.ts';
import { createTeam, deleteTeam, updateTeam } from '../../../domains/identity/teams/teams.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { findStanding } from '../../../platform/access/space-role.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { FormBody, linesOf } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { frameInOrganization } from '../organization-frame.ts';
import { readTeam, renderTeam, type TeamPowers } from './team-page.ts';
import { readTeams, renderTeams } from './teams-page.ts';

const ListQuery = Type.Object({ ...PageQuery, title: Type.Optional(Type.String()) });
const TeamQuery = Type.Object(PageQuery);

/** The pages of an organization's teams, and of each team's members. */
export const teamPageRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    await app.register(teamRoutes(pages));
    await app.register(teamMemberRoutes(pages));
  };

function createTeamView({ context, addresses }: PeoplePages) {
  async function showTeam(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
    const { organizationId, teamId } = request.params as Static<typeof TeamParams>;
    const { page } = request.query as Static<typeof TeamQuery>;
    const powers = await findPowers(request, organizationId, teamId);
    const { seesMembers } = powers;
    const { actor, role } = grantedTo(request);
    const caller = { organizationId, actor, role };
    const team = await readTeam(context, addresses, caller, { teamId, page, seesMembers });
    const frame = await frameInOrganization(context, addresses, request, { organizationId, part: 'teams' });
    return sendFormPage(reply, addresses, {
      ...frame,
      title: team.title,
      refused,
      render: (context) => renderTeam(team, powers, context),
    });
  }

  async function findPowers(
    request: FastifyRequest,
    organizationId: string,
    teamId: string,
  ): Promise<TeamPowers> {
    const granted = grantedTo(request);
    const standing = await findStanding(context.pointers, granted.actor, organizationId);
    const isOwner = standing?.teams.get(teamId) === 'owner';
    return {
      manages: mayDo(isOwner ? { ...granted, role: 'admin' } : granted, 'team:manage-members'),
      administers: mayDo(granted, 'organization:administer'),
      seesMembers: mayDo(granted, 'member:view'),
    };
  }

  const addressOf = ({ organizationId, teamId }: Static<typeof TeamParams>): string =>
    addresses.inOrganization(organizationId, 'teams', teamId);

  return { showTeam, addressOf };
}

const teamRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, addresses, readToken } = pages;
    const { showTeam, addressOf } = createTeamView(pages);

    async function showTeams(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const { organizationId } = request.params as Static<typeof OrganizationParams>;
      const { page, title = '' } = request.query as Static<typeof ListQuery>;
      const granted = grantedTo(request);
      const teams = await readTeams(context, addresses, { organizationId }, { title: title.trim(), page });
      const isEditable = mayDo(granted, 'organization:administer');
      return sendFormPage(reply, addresses, {
        title: 'Teams',
        ...(await frameInOrganization(context, addresses, request, { organizationId, part: 'teams' })),
        refused,
        render: (context) => renderTeams({ ...teams, isEditable }, context),
      });
    }

    app.route({
      method: 'GET',
      url: '/o/:organizationId/teams',
      config: { access: 'organization:list-people', readToken },
      schema: { hide: true, params: OrganizationParams, querystring: ListQuery },
      handler: (request, reply) => showTeams(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/teams',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: OrganizationParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'create',
          entered: request.body,
          act: async () => {
            const { organizationId } = request.params;
            const body = checkBody(request, CreateTeamBody, { title: request.body.title?.trim() });
            const { team_id: teamId } = await createTeam(context, causeOf(request), organizationId, body);
            return { to: addressOf({ organizationId, teamId }), done: 'team-created' };
          },
          again: (refused) => showTeams(request, reply, refused),
        }),
    });

    app.route({
      method: 'GET',
      url: '/o/:organizationId/teams/:teamId',
      config: { access: 'team:view', readToken },
      schema: { hide: true, params: TeamParams, querystring: TeamQuery },
      handler: (request, reply) => showTeam(request, reply),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/teams/:teamId',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: TeamParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'rename',
          entered: request.body,
          act: async () => {
            const body = checkBody(request, UpdateTeamBody, { title: request.body.title?.trim() });
            await updateTeam(context, causeOf(request), request.params, body);
            return { to: addressOf(request.params), done: 'saved' };
          },
          again: (refused) => showTeam(request, reply, refused),
        }),
    });

    app.route({
      method: 'POST',
      url: '/o/:organizationId/teams/:teamId/delete',
      config: { access: 'organization:administer', readToken },
      schema: { hide: true, params: TeamParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'delete',
          entered: request.body,
          act: async () => {
            await deleteTeam(context, causeOf(request), request.params);
            const { organizationId } = request.params;
            return { to: addresses.inOrganization(organizationId, 'teams'), done: 'team-deleted' };
          },
          again: (refused) => showTeam(request, reply, refused),
        }),
    });
  };

const teamMemberRoutes =
  (pages: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, addresses, readToken } = pages;
    const { showTeam, addressOf } = createTeamView(pages);

    app.route({
      method: 'POST',
      url: '/o/:organizationId/teams/:teamId/members',
      config: { access: 'team:manage-members', readToken },
      schema: { hide: true, params: TeamParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'add',
          entered: request.body,
          act: async () => {
            const { memberships, role } = request.body;
            const named = linesOf(memberships).map((userKey) => [userKey, { role }]);
            const body = { memberships: Object.fromEntries(named) };
            const checked = checkBody(request, UpdateTeamMembersBody, body);
            await updateTeamMembers(context, causeOf(request), request.params, checked);
            return { to: addressOf(request.params), done: 'team-changed' };
          },
          again: (refused) => showTeam(request, reply, refused),
        }),
    });

    for (const role of ['owner', 'member'] as const) {
      app.route({
        method: 'POST',
        url: `/o/:organizationId/teams/:teamId/members/:userId/${role}`,
        config: { access: 'team:manage-members', readToken },
        schema: { hide: true, params: TeamMemberParams, body: FormBody },
        handler: (request, reply) =>
          handleForm(reply, addresses, {
            form: `role-${request.params.userId}`,
            entered: request.body,
            act: async () => {
              const { organizationId, teamId, userId } = request.params;
              const member = { organizationId, teamId, userId, role };
              await putTeamMember(context, causeOf(request), member);
              return leadOn(request, request.params, 'role-changed');
            },
            again: (refused) => showTeam(request, reply, refused),
          }),
      });
    }

    app.route({
      method: 'POST',
      url: '/o/:organizationId/teams/:teamId/members/:userId/remove',
      config: { access: 'team:manage-members', readToken },
      schema: { hide: true, params: TeamMemberParams, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: `remove-${request.params.userId}`,
          entered: request.body,
          act: async () => {
            const { organizationId, teamId, userId } = request.params;
            await removeTeamMember(context, causeOf(request), { organizationId, teamId, userId });
            return leadOn(request, request.params, 'team-changed');
          },
          again: (refused) => showTeam(request, reply, refused),
        }),
    });

    /** A guest who no longer owns the team does not see it anymore. */
    async function leadOn<Done>(request: FastifyRequest, key: Static<typeof TeamParams>, done: Done) {
      const granted = grantedTo(request);
      const standing = await findStanding(context.pointers, granted.actor, key.organizationId);
      const seesTeam = standing?.teams.get(key.teamId) === 'owner' || mayDo(granted, 'team:view');
      return { to: seesTeam ? addressOf(key) : addresses.organization(key.organizationId), done };
    }
  };
