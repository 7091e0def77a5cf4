import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedTo, grantedUser } from '../../access/authorize.ts';
import { startOfIdleness } from '../../access/session-lifetime.ts';
import type { Context } from '../../context.ts';
import { presentList } from '../../http/lists.ts';
import { sendNothing } from '../../http/no-content.ts';
import { listOf } from '../../http/schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';
import { noSession, readSession } from './read-session.ts';
import { presentSession, presentUserSession } from './sessions.present.ts';
import { listSessionRows, type SessionOwner } from './sessions.repository.ts';
import {
  ListSessionsQuery,
  SessionParams,
  SessionSchema,
  SignedInBrowserSchema,
} from './sessions.schemas.ts';
import { closeSession, endOtherSessions, revokeSession, sessionNotFound } from './sessions.service.ts';

const Session = Type.Ref('Session');
const UserSession = Type.Ref('UserSession');

/** The sessions that there are. `account/sign-in.routes.ts` opens one. */
export const sessionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, config, cursors, clock } = context;
    const { cookie, csrfToken } = app.sessions;
    app.addSchema(UserSchema);
    app.addSchema(SessionSchema);
    app.addSchema(SignedInBrowserSchema);

    app.route({
      method: 'GET',
      url: '/v1/session',
      config: { access: 'account:read', errors: [noSession] },
      schema: {
        operationId: 'getSession',
        tags: ['Sessions'],
        summary: 'Get the session of this browser',
        description:
          'For calls that a cookie signs in: one by a token has no session, and is answered with 404.',
        response: { 200: Session },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const { row, user } = await readSession(context, actor);
        return presentSession(row, { user, csrfToken: csrfToken(cookie.read(request) as string) });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/session',
      config: { access: 'account:read', errors: [noSession] },
      schema: {
        operationId: 'deleteSession',
        tags: ['Sessions'],
        summary: 'Sign out',
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await closeSession(context, grantedTo(request).actor);
        reply.header('set-cookie', cookie.clear());
        sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/user/sessions',
      config: { access: 'person:read' },
      schema: {
        operationId: 'listUserSessions',
        tags: ['Sessions'],
        summary: 'List the browsers that are signed in as oneself',
        description: 'Newest first; those that signed in with a token of one’s own are among them.',
        querystring: ListSessionsQuery,
        response: { 200: listOf(UserSession) },
      },
      handler: async (request) => {
        const { page, limit = 50 } = request.query;
        const owner = ownerOf(request);
        const list = `sessions:${owner.userId}:${owner.onlyIn ?? ''}`;
        const now = clock();
        const rows = await listSessionRows(db, {
          owner,
          now,
          idleSince: startOfIdleness(now),
          after: page === undefined ? undefined : cursors.open<string>(list, page),
          limit,
        });
        const shown = { baseUrl: config.baseUrl, currentId: grantedTo(request).actor.sessionId };
        return presentList(rows, (row) => presentUserSession(row, shown), cursors, list);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/sessions',
      config: { access: 'person:administer' },
      schema: {
        operationId: 'deleteUserSessions',
        tags: ['Sessions'],
        summary: 'Sign out all other browsers',
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await endOtherSessions(context, ownerOf(request), grantedTo(request).actor.sessionId);
        sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/sessions/:sessionId',
      config: { access: 'person:administer', errors: [sessionNotFound] },
      schema: {
        operationId: 'deleteUserSession',
        tags: ['Sessions'],
        summary: 'Sign out one browser',
        params: SessionParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await revokeSession(context, ownerOf(request), request.params.sessionId);
        sendNothing(reply, 204);
      },
    });
  };

/** Who acts in one organization only sees and ends what does so too. */
function ownerOf(request: FastifyRequest): SessionOwner {
  const { userId, onlyIn } = grantedUser(request);
  return { userId, onlyIn };
}
