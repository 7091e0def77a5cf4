import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedTo, grantedUserId } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';
import { notAUser } from '../users/users.service.ts';
import { listMemberRows, type MemberPosition } from './member-list.queries.ts';
import { presentMember } from './members.present.ts';
import {
  ListMembersQuery,
  MemberParams,
  MemberSchema,
  OrganizationParams,
  PingSchema,
  UpdateMemberBody,
} from './members.schemas.ts';
import {
  endMembership,
  getMemberRow,
  lastAdministrator,
  memberNotFound,
  setSsoMember,
  updateMember,
} from './members.service.ts';
import { namedMember } from './named-member.ts';
import { ping } from './ping.ts';

const Member = refTo(MemberSchema);

export const memberRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db } = context;
    for (const schema of [UserSchema, MemberSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/members',
      config: { access: 'organization:list-people' },
      schema: {
        operationId: 'listMembersInOrganizationById',
        tags: ['Members'],
        summary: 'List the members of an organization',
        description:
          'Available to everyone with a role in the organization. Includes the members’ email addresses.',
        params: OrganizationParams,
        querystring: ListMembersQuery,
        response: { 200: listOf(Member) },
      },
      handler: async (request) => {
        const { sort = 'joinedAt', order = 'desc', role, search = '' } = request.query;
        const { organizationId } = request.params;
        const filters = { sort, order, role: role === 'guest' ? null : role, search: foldName(search) };
        const list = openList<MemberPosition>(
          cursors,
          `members:${organizationId}:${JSON.stringify([sort, order, role, filters.search])}`,
          request.query,
        );
        const caller = callerOf(request, organizationId);
        const rows = await listMemberRows(db, caller, { ...filters, ...list.asked });
        return list.present(rows, (row) => presentMember(row, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/members/:userId',
      config: { access: 'member:view', errors: [memberNotFound, notAUser] },
      schema: {
        operationId: 'getMemberInOrganizationById',
        tags: ['Members'],
        summary: 'Get a member of an organization',
        description: 'Guests can get only their own membership.',
        params: MemberParams,
        response: { 200: Member },
      },
      handler: async (request) => {
        const { organizationId, userId } = namedMember(request, request.params);
        const row = await getMemberRow(db, callerOf(request, organizationId), userId);
        return presentMember(row, config.baseUrl);
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/members/:userId',
      config: {
        access: 'organization:administer',
        audit: 'member.updated',
        errors: [lastAdministrator, memberNotFound, notAUser],
      },
      schema: {
        operationId: 'updateMemberInOrganizationById',
        tags: ['Members'],
        summary: 'Change the role of a member',
        description: 'Null makes the member a guest. The role of the last administrator cannot be changed.',
        params: MemberParams,
        body: UpdateMemberBody,
        response: { 200: Member },
      },
      handler: async (request) => {
        const { organizationId, userId } = namedMember(request, request.params);
        const change = { caller: callerOf(request, organizationId), cause: causeOf(request), userId };
        return presentMember(await updateMember(context, change, request.body), config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/members/:userId',
      config: {
        access: 'member:remove',
        audit: 'member.removed',
        errors: [lastAdministrator, memberNotFound, notAUser],
      },
      schema: {
        operationId: 'removeMemberFromOrganizationById',
        tags: ['Members'],
        summary: 'Remove a member, or leave the organization',
        description:
          'Removes the member’s roles, team memberships and identity provider links in this organization, and revokes tokens and sessions that are limited to it. If the user then belongs to no organization, all of their tokens and sessions are revoked. The last administrator cannot be removed.',
        params: MemberParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await endMembership(context, causeOf(request), namedMember(request, request.params));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/members/:userId/sso',
      config: {
        access: 'organization:administer',
        audit: 'member.updated',
        errors: [memberNotFound, notAUser],
      },
      schema: {
        operationId: 'setUserAsSSOMemberForOrganization',
        tags: ['Members'],
        summary: 'Mark a member as using single sign-on',
        description:
          'The next person who signs in through a provider with this member’s email address is signed in to this member’s account.',
        params: MemberParams,
        response: { 200: Member },
      },
      handler: async (request) => {
        const { organizationId, userId } = namedMember(request, request.params);
        const change = { caller: callerOf(request, organizationId), cause: causeOf(request), userId };
        return presentMember(await setSsoMember(context, change), config.baseUrl);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/ping',
      config: {
        access: 'organization:attend',
        audit: { none: 'When a member was last seen is not a change.' },
      },
      schema: {
        operationId: 'updateOrganizationMemberLastSeenAt',
        tags: ['Members'],
        summary: 'Record your presence',
        description:
          'Updates your `lastSeenAt`, at most once a minute. If visitor claims are set up, the response contains a signed JWT about you.',
        params: OrganizationParams,
        response: { 200: PingSchema },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const claims = await ping(context, { organizationId, userId: grantedUserId(request) });
        return claims === undefined ? {} : { serviceVisitorClaims: claims, gitbookVisitorClaims: claims };
      },
    });
  };

/** The caller with the role in the organization: the access of these routes is on it. */
const callerOf = (request: FastifyRequest, organizationId: string): Caller => {
  const { actor, role } = grantedTo(request);
  return { organizationId, actor, role };
};
