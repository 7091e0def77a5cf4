import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import { grantedTo } from '../../access/authorize.ts';
import type { Pointers } from '../../access/pointers.ts';
import type { Context } from '../../context.ts';
import { closeSession, openSession } from '../../features/sessions/sessions.service.ts';
import { ApiError } from '../../http/errors.ts';
import { limitedByAddress } from '../../http/rate-limit.ts';
import type { Addresses } from '../addresses.ts';
import { useForms } from '../forms.ts';
import { sendPage } from '../page-shell.ts';
import { readReturnPath } from './return-path.ts';
import { renderSignIn, type SignInData } from './sign-in-page.ts';

const ATTEMPTS_PER_MINUTE = 10;

const SignInForm = Type.Object({
  token: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
});

/** Signing in with an API token, and out, by forms of our own origin alone. */
export const signInRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { pointers, clock, transact } = context;
    const { cookie } = app.sessions;
    useForms(app);

    const sendForm = (reply: FastifyReply, data: SignInData): FastifyReply =>
      sendPage(reply, addresses, {
        title: 'Sign in',
        crumbs: [],
        isSignedIn: false,
        body: renderSignIn(addresses, data),
      });

    app.route({
      method: 'GET',
      url: '/sign-in',
      config: { access: 'public' },
      schema: { hide: true, querystring: Type.Object({ to: Type.Optional(Type.String()) }) },
      handler: (request, reply) =>
        sendForm(reply, { to: readReturnPath(request.query.to), problem: undefined }),
    });

    app.route({
      method: 'POST',
      url: '/sign-in',
      config: { access: 'public', rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE) },
      schema: { hide: true, body: SignInForm },
      handler: async (request, reply) => {
        const token = (request.body.token ?? '').trim();
        const to = readReturnPath(request.body.to);
        const found = await findToken(pointers, token, clock());
        if (found instanceof ApiError) {
          return sendForm(reply.code(found.status), { to, problem: found.message });
        }
        const { secret, expiresAt } = await transact(({ trx }) =>
          openSession(context, trx, {
            tokenId: found.tokenId,
            method: 'token',
            address: request.ip,
            userAgent: request.headers['user-agent'],
          }),
        );
        return reply
          .header('set-cookie', cookie.issue(secret, expiresAt))
          .redirect(addresses.absolute(to), 303);
      },
    });

    app.route({
      method: 'POST',
      url: '/sign-out',
      config: { access: 'account:read', readToken: cookie.read },
      schema: { hide: true },
      handler: async (request, reply) => {
        await closeSession(context, grantedTo(request).actor);
        const signIn = `${addresses.origin}${addresses.signIn()}`;
        return reply.header('set-cookie', cookie.clear()).redirect(signIn, 303);
      },
    });
  };

/** Who has the token, which is no secret of a session; else what is wrong with it. */
async function findToken(pointers: Pointers, token: string, now: Date): Promise<Actor | ApiError> {
  if (token === '') return new ApiError(400, 'Enter a token.');
  const actor = token.length <= 1024 ? await pointers.tokens.find(token) : undefined;
  if (!actor || actor.sessionId !== undefined) {
    return new ApiError(401, 'This token is not known, or it has been revoked.');
  }
  if (actor.expiresAt && actor.expiresAt <= now) return new ApiError(401, 'This token has expired.');
  return actor;
}
