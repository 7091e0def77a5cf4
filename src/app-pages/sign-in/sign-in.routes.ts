import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { expiredToken, unknownToken } from '../../access/access-errors.ts';
import type { Actor } from '../../access/actor.ts';
import { grantedTo } from '../../access/authorize.ts';
import type { Pointers } from '../../access/pointers.ts';
import type { Context } from '../../context.ts';
import {
  completeSignIn,
  findProof,
  type SignInPlace,
  sealProof,
  signIn,
} from '../../features/account/sign-in.service.ts';
import {
  closeSession,
  endSession,
  type OpenedSession,
  openSession,
} from '../../features/sessions/sessions.service.ts';
import { ApiError, invalidRequest } from '../../http/errors.ts';
import { limitedByAddress } from '../../http/rate-limit.ts';
import type { Addresses } from '../addresses.ts';
import { FormBody, filled } from '../form/form-body.ts';
import { useForms } from '../forms.ts';
import { sendPage } from '../page-shell.ts';
import { readReturnPath } from './return-path.ts';
import { type CodeData, newsOf, renderCode, renderSignIn, type SignInData } from './sign-in-page.ts';

const ATTEMPTS_PER_MINUTE = 10;

/** Signing in by password and code, or by an API token, and out, by forms of our own origin alone. */
export const signInRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cookie } = app.sessions;
    useForms(app);

    const sendForm = (reply: FastifyReply, data: SignInData): FastifyReply =>
      sendPage(reply, addresses, {
        title: 'Sign in',
        crumbs: [],
        isSignedIn: false,
        body: renderSignIn(addresses, data),
      });
    const sendCodeForm = (reply: FastifyReply, data: CodeData): FastifyReply =>
      sendPage(reply.header('cache-control', 'no-store'), addresses, {
        title: 'Sign in',
        crumbs: [],
        isSignedIn: false,
        body: renderCode(addresses, data),
      });
    const lead = (reply: FastifyReply, { secret, expiresAt }: OpenedSession, to: string): FastifyReply =>
      reply.header('set-cookie', cookie.issue(secret, expiresAt)).redirect(addresses.absolute(to), 303);
    const placeOf = (request: FastifyRequest): SignInPlace => ({
      address: request.ip,
      userAgent: request.headers['user-agent'],
      previous: cookie.read(request),
    });

    app.route({
      method: 'GET',
      url: '/sign-in',
      config: { access: 'public' },
      schema: {
        hide: true,
        querystring: Type.Object({ to: Type.Optional(Type.String()), done: Type.Optional(Type.String()) }),
      },
      handler: (request, reply) =>
        sendForm(reply, { to: readReturnPath(request.query.to), news: newsOf(request.query.done) }),
    });

    app.route({
      method: 'POST',
      url: '/sign-in',
      config: { access: 'public', rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE) },
      schema: { hide: true, body: FormBody },
      handler: async (request, reply) => {
        const to = readReturnPath(request.body.to);
        const { token, email = '', password = '' } = request.body;
        if (token !== undefined) {
          const session = await explain(signInByToken(context, token.trim(), placeOf(request)));
          if (!(session instanceof ApiError)) return lead(reply, session, to);
          return sendForm(refuse(reply, session), { to, problem: { by: 'token', message: session.message } });
        }
        const signedIn = await explain(signIn(context, { email: email.trim(), password }, placeOf(request)));
        if (signedIn instanceof ApiError) {
          const problem = { by: 'password', message: signedIn.message } as const;
          return sendForm(refuse(reply, signedIn), { to, email, problem });
        }
        if ('session' in signedIn) return lead(reply, signedIn.session, to);
        const proof = sealProof(context, signedIn.needsCode);
        return sendCodeForm(reply, { to, proof, problem: undefined });
      },
    });

    app.route({
      method: 'POST',
      url: '/sign-in/code',
      config: { access: 'public', rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE) },
      schema: { hide: true, body: FormBody },
      handler: async (request, reply) => {
        const to = readReturnPath(request.body.to);
        const { proof: sealed = '' } = request.body;
        const proof = findProof(context, sealed);
        if (!proof) {
          const problem = {
            by: 'password',
            message: 'That took too long. Enter your password again.',
          } as const;
          return sendForm(reply.code(401), { to, problem });
        }
        const code = filled(request.body, 'code') ?? '';
        const session = await explain(completeSignIn(context, proof, { code, place: placeOf(request) }));
        if (!(session instanceof ApiError)) return lead(reply, session, to);
        return sendCodeForm(refuse(reply, session), { to, proof: sealed, problem: session.message });
      },
    });

    app.route({
      method: 'POST',
      url: '/sign-out',
      config: { access: 'account:read', readToken: cookie.read },
      schema: { hide: true },
      handler: async (request, reply) => {
        await closeSession(context, grantedTo(request).actor);
        const signInUrl = `${addresses.origin}${addresses.signIn()}`;
        return reply.header('set-cookie', cookie.clear()).redirect(signInUrl, 303);
      },
    });
  };

/** What people can do something about is told beside the form; anything else stays a failure of the page. */
async function explain<T>(work: Promise<T>): Promise<T | ApiError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const refuse = (reply: FastifyReply, { status, headers = {} }: ApiError): FastifyReply =>
  reply.code(status).headers(headers);

async function signInByToken(
  context: Context,
  token: string,
  { previous, ...place }: SignInPlace,
): Promise<OpenedSession> {
  const { tokenId } = await findToken(context.pointers, token, context.clock());
  return context.transact(async (unit) => {
    if (previous !== undefined) await endSession(unit, previous);
    return openSession(context, unit.trx, { tokenId, method: 'token', ...place });
  });
}

/** Who has the token, which is no secret of a session. Throws what is wrong with it. */
async function findToken(pointers: Pointers, token: string, now: Date): Promise<Actor> {
  if (token === '') throw invalidRequest('Enter a token.');
  const actor = token.length <= 1024 ? await pointers.tokens.find(token) : undefined;
  if (!actor || actor.sessionId !== undefined) {
    throw unknownToken();
  }
  if (actor.expiresAt && actor.expiresAt <= now) throw expiredToken();
  return actor;
}
