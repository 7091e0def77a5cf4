import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Pointers } from '../../access/pointers.ts';
import type { Context } from '../../context.ts';
import { ApiError, forbidden } from '../../http/errors.ts';
import { limitedByAddress } from '../../http/rate-limit.ts';
import type { Addresses } from '../addresses.ts';
import { sendPage } from '../page-shell.ts';
import { readReturnPath } from './return-path.ts';
import type { SessionCookie } from './session-cookie.ts';
import { renderSignIn, type SignInData } from './sign-in-page.ts';

const ATTEMPTS_PER_MINUTE = 10;
const FORM_BYTES = 16_384;

const SignInForm = Type.Object({
  token: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
});

/** Signing in with an API token, and out, by forms of our own origin alone. */
export const signInRoutes =
  (
    { pointers, clock }: Pick<Context, 'pointers' | 'clock'>,
    addresses: Addresses,
    session: SessionCookie,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );

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
        checkOrigin(request, addresses);
        const token = (request.body.token ?? '').trim();
        const to = readReturnPath(request.body.to);
        const problem = await findProblem(pointers, token, clock());
        if (problem) return sendForm(reply.code(problem.status), { to, problem: problem.message });
        return reply.header('set-cookie', session.issue(token)).redirect(addresses.absolute(to), 303);
      },
    });

    app.route({
      method: 'POST',
      url: '/sign-out',
      config: { access: 'public' },
      schema: { hide: true },
      handler: (request, reply) => {
        checkOrigin(request, addresses);
        const signIn = `${addresses.origin}${addresses.signIn()}`;
        return reply.header('set-cookie', session.clear()).redirect(signIn, 303);
      },
    });
  };

/** A browser says of every form where it comes from; a page of another origin must not sign anybody in or out. */
function checkOrigin({ headers }: FastifyRequest, { origin, home }: Addresses): void {
  if (headers.origin === origin) return;
  throw forbidden(`This form does not come from here. Open ${origin}${home()} and try again.`);
}

async function findProblem(pointers: Pointers, token: string, now: Date): Promise<ApiError | undefined> {
  if (token === '') return new ApiError(400, 'Enter a token.');
  const actor = token.length <= 1024 ? await pointers.tokens.find(token) : undefined;
  if (!actor) return new ApiError(401, 'This token is not known, or it has been revoked.');
  if (actor.expiresAt && actor.expiresAt <= now) return new ApiError(401, 'This token has expired.');
  return undefined;
}
