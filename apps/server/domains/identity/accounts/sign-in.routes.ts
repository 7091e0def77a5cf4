import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { crossSiteRequest, sessionEnded } from '../../../platform/access/access-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { getActor, readSession } from '../sessions/read-session.ts';
import { presentSession } from '../sessions/sessions.present.ts';
import { SessionSchema } from '../sessions/sessions.schemas.ts';
import { signInRevoked } from '../sessions/sessions.service.ts';
import { UserSchema } from '../users/users.schemas.ts';
import { SignInBody } from './account.schemas.ts';
import {
  codeRequired,
  incorrectCode,
  incorrectCredentials,
  passwordChanged,
  signIn,
} from './sign-in.service.ts';
import { signInBusy } from './turnstile.ts';

const ATTEMPTS_PER_MINUTE = 10;

export const notFromHere = (origin: string) =>
  crossSiteRequest(`Browsers can sign in only from a page of ${origin}.`);

export const signInRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cookie, csrfToken, isFromHere, origin } = app.sessions;
    app.addSchema(UserSchema);
    app.addSchema(SessionSchema);

    app.route({
      method: 'POST',
      url: '/v1/session',
      config: {
        access: 'public',
        audit: { none: 'Signing in with a password is not a change.' },
        inMaintenance: 'signs-in',
        errors: [
          crossSiteRequest,
          incorrectCredentials,
          codeRequired,
          incorrectCode,
          passwordChanged,
          signInRevoked,
          sessionEnded,
          signInBusy,
        ],
        rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE),
      },
      schema: {
        operationId: 'createSession',
        tags: ['Sessions'],
        summary: 'Sign in with an email address and password',
        description:
          'Sets the session cookie. If the account has a second factor and `code` is missing, the 401 response lists `code` in `details`; repeat the request with the code.',
        body: SignInBody,
        response: { 201: refTo(SessionSchema) },
      },
      handler: async (request, reply) => {
        // A client that is not a browser sends no Origin header.
        if (request.headers.origin !== undefined && !isFromHere(request)) throw notFromHere(origin);
        const signedIn = await signIn(context, request.body, {
          address: request.ip,
          userAgent: request.headers['user-agent'],
          previous: cookie.read(request),
        });
        if ('needsCode' in signedIn) throw codeRequired();
        const { secret, expiresAt } = signedIn.session;
        const { row, user } = await readSession(context, await getActor(context, secret));
        reply.code(201).headers({
          location: `${context.config.baseUrl}/v1/session`,
          'set-cookie': cookie.issue(secret, expiresAt),
        });
        return presentSession(row, { user, csrfToken: csrfToken(secret) });
      },
    });
  };
