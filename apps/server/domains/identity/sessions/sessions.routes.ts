import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedTo, grantedUser } from '../../../platform/access/authorize.ts';
import { startOfIdleness } from '../../../platform/access/session-lifetime.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';
import { noSession, readSession } from './read-session.ts';
import { presentSession, presentUserSession } from './sessions.present.ts';
import { listSessionRows, type SessionOwner } from './sessions.queries.ts';
import {
  ListSessionsQuery,
  SessionParams,
  SessionSchema,
  SignedInBrowserSchema,
} from './sessions.schemas.ts';
import { closeSession, endOtherSessions, revokeSession, sessionNotFound } from './sessions.service.ts';

const Session = refTo(SessionSchema);
const UserSession = refTo(SignedInBrowserSchema);

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
        summary: 'Get your current session',
        description: 'Works only with the session cookie, not with a token.',
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
      config: {
        access: 'account:read',
        audit: { none: 'Signing out is not a change.' },
        inMaintenance: 'signs-in',
        errors: [noSession],
      },
      schema: {
        operationId: 'deleteSession',
        tags: ['Sessions'],
        summary: 'Sign out',
        description: 'Ends the current session and removes the cookie.',
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await closeSession(context, grantedTo(request).actor);
        reply.header('set-cookie', cookie.clear());
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/user/sessions',
      config: { access: 'person:read' },
      schema: {
        operationId: 'listUserSessions',
        tags: ['Sessions'],
        summary: 'List your sessions',
        description:
          'Lists the browsers in which you are signed in, newest first. Includes those that signed in with one of your tokens.',
        querystring: ListSessionsQuery,
        response: { 200: listOf(UserSession) },
      },
      handler: async (request) => {
        const owner = ownerOf(request);
        const list = openList<string>(
          cursors,
          `sessions:${owner.userId}:${owner.onlyIn ?? ''}`,
          request.query,
        );
        const now = clock();
        const rows = await listSessionRows(db, {
          owner,
          now,
          idleSince: startOfIdleness(now),
          ...list.asked,
        });
        const shown = { baseUrl: config.baseUrl, currentId: grantedTo(request).actor.sessionId };
        return list.present(rows, (row) => presentUserSession(row, shown));
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/sessions',
      config: {
        access: 'person:administer',
        audit: { none: 'Signing out is not a change.' },
        inMaintenance: 'signs-in',
      },
      schema: {
        operationId: 'deleteUserSessions',
        tags: ['Sessions'],
        summary: 'Sign out of all other browsers',
        description: 'Ends all of your sessions except the current one.',
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await endOtherSessions(context, ownerOf(request), grantedTo(request).actor.sessionId);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/user/sessions/:sessionId',
      config: { access: 'person:read', errors: [sessionNotFound] },
      schema: {
        operationId: 'getUserSession',
        tags: ['Sessions'],
        summary: 'Get one of your sessions',
        params: SessionParams,
        response: { 200: UserSession },
      },
      handler: async (request) => {
        const { sessionId } = request.params;
        const now = clock();
        const asked = { owner: ownerOf(request), now, idleSince: startOfIdleness(now), only: sessionId };
        const found = isId(sessionId)
          ? await listSessionRows(db, { ...asked, after: undefined, limit: 1 })
          : undefined;
        const row = found?.rows[0];
        if (!row) throw sessionNotFound();
        const currentId = grantedTo(request).actor.sessionId;
        return presentUserSession(row, { baseUrl: config.baseUrl, currentId });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/sessions/:sessionId',
      config: {
        access: 'person:administer',
        audit: { none: 'Signing out is not a change.' },
        inMaintenance: 'signs-in',
        errors: [sessionNotFound],
      },
      schema: {
        operationId: 'deleteUserSession',
        tags: ['Sessions'],
        summary: 'Sign out of one browser',
        description: 'Ends one of your sessions.',
        params: SessionParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await revokeSession(context, ownerOf(request), request.params.sessionId);
        return sendNothing(reply, 204);
      },
    });
  };

/** A caller limited to one organization sees and ends only sessions with the same limit. */
function ownerOf(request: FastifyRequest): SessionOwner {
  const { userId, onlyIn } = grantedUser(request);
  return { userId, onlyIn };
}
