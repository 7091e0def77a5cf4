import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { startOfIdleness } from '../../../platform/access/session-lifetime.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentMemberSession } from '../sessions/sessions.present.ts';
import { listSessionRows } from '../sessions/sessions.queries.ts';
import { ListSessionsQuery, MemberSessionSchema } from '../sessions/sessions.schemas.ts';
import { sessionNotFound } from '../sessions/sessions.service.ts';
import { notAUser } from '../users/users.service.ts';
import { endMemberSession, endMemberSessions, sessionsOfMember } from './member-sessions.service.ts';
import { MemberParams, MemberSessionParams } from './members.schemas.ts';
import { getJoinedMember, memberNotFound } from './members.service.ts';
import { namedMember } from './named-member.ts';

const SESSIONS = '/v1/orgs/:organizationId/members/:userId/sessions';
const tags = ['Members'];

/** The signed-in browsers of members, for administrators of the organization. */
export const memberSessionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, cursors, clock } = context;
    app.addSchema(MemberSessionSchema);

    app.route({
      method: 'GET',
      url: SESSIONS,
      config: { access: 'organization:administer', errors: [memberNotFound, notAUser] },
      schema: {
        operationId: 'listMemberSessions',
        tags,
        summary: 'List the sessions of a member',
        description:
          'Lists the browsers with which a member can act in the organization, newest first: those that signed in through its single sign-on, and those that signed in for all organizations of the user.',
        params: MemberParams,
        querystring: ListSessionsQuery,
        response: { 200: listOf(refTo(MemberSessionSchema)) },
      },
      handler: async (request) => {
        const member = namedMember(request, request.params);
        await getJoinedMember(db, member);
        const list = openList<string>(
          cursors,
          `member-sessions:${member.organizationId}:${member.userId}`,
          request.query,
        );
        const now = clock();
        const rows = await listSessionRows(db, {
          owner: sessionsOfMember(member),
          now,
          idleSince: startOfIdleness(now),
          ...list.asked,
        });
        const currentId = grantedTo(request).actor.sessionId;
        return list.present(rows, (row) =>
          presentMemberSession(row, { organizationId: member.organizationId, currentId }),
        );
      },
    });

    app.route({
      method: 'DELETE',
      url: SESSIONS,
      config: {
        access: 'organization:administer',
        audit: 'member.signed-out',
        errors: [memberNotFound, notAUser],
      },
      schema: {
        operationId: 'deleteMemberSessions',
        tags,
        summary: 'Sign a member out of all browsers',
        description:
          'Ends the sessions that `listMemberSessions` returns, except the one that makes the request. Personal tokens stay valid.',
        params: MemberParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const ending = { member: namedMember(request, request.params), cause: causeOf(request) };
        await endMemberSessions(context, ending, grantedTo(request).actor.sessionId);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url: `${SESSIONS}/:sessionId`,
      config: {
        access: 'organization:administer',
        audit: 'member.signed-out',
        errors: [memberNotFound, notAUser, sessionNotFound],
      },
      schema: {
        operationId: 'deleteMemberSession',
        tags,
        summary: 'Sign a member out of one browser',
        params: MemberSessionParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const ending = { member: namedMember(request, request.params), cause: causeOf(request) };
        await endMemberSession(context, ending, request.params.sessionId);
        return sendNothing(reply, 204);
      },
    });
  };
