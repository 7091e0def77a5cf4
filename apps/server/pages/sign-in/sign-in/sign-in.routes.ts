import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { listInstanceProviders } from '../../../domains/access/sign-on/oidc/instance-providers.ts';
import { startUrl } from '../../../domains/access/sign-on/oidc/oidc-urls.ts';
import {
  completeSignIn,
  findProof,
  type SignInPlace,
  sealProof,
  signIn,
} from '../../../domains/identity/accounts/sign-in.service.ts';
import { closeSession, type OpenedSession } from '../../../domains/identity/sessions/sessions.service.ts';
import { signInByToken } from '../../../domains/identity/sessions/sign-in-by-token.ts';
import { findUnusedAdministrator } from '../../../domains/identity/tokens/administrator-use.queries.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { FormBody, filled, useForms } from '../../parts/forms.ts';
import { allowOwnScript } from '../../parts/page-headers.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { HOME, readReturnPath } from './return-path.ts';
import {
  type CodeData,
  hasPasskeys,
  newsOf,
  renderCode,
  renderSignIn,
  type SignInData,
} from './sign-in-page.ts';

const ATTEMPTS_PER_MINUTE = 10;

/** Signing in by password and code, or by an API token, and out, by forms of our own origin alone. */
export const signInRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cookie } = app.sessions;
    useForms(app);
    const providers = [
      ...context.config.ldapDirectories.map(({ label, name }) => ({
        label,
        startUrl: addresses.directory(name),
      })),
      ...listInstanceProviders(context.config).map((provider) => ({
        label: provider.label,
        startUrl: startUrl(context.config.baseUrl, provider),
      })),
    ];

    const withScript = hasPasskeys(addresses) ? allowOwnScript : (reply: FastifyReply) => reply;
    const sendForm = (reply: FastifyReply, data: Omit<SignInData, 'providers'>): FastifyReply =>
      sendPage(withScript(reply), addresses, {
        title: textsFor(reply.request).text('signIn'),
        isSignedIn: false,
        body: renderSignIn(textsFor(reply.request), addresses, { ...data, providers }),
      });
    const sendCodeForm = (reply: FastifyReply, data: CodeData): FastifyReply =>
      sendPage(withScript(reply).header('cache-control', 'no-store'), addresses, {
        title: textsFor(reply.request).text('signIn'),
        isSignedIn: false,
        body: renderCode(textsFor(reply.request), addresses, data),
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
        sendForm(reply, {
          to: readReturnPath(request.query.to),
          news: newsOf(textsFor(request), request.query.done),
        }),
    });

    app.route({
      method: 'POST',
      url: '/sign-in',
      config: {
        access: 'public',
        inMaintenance: 'signs-in',
        rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE),
      },
      schema: { hide: true, body: FormBody },
      handler: async (request, reply) => {
        const to = readReturnPath(request.body.to);
        const { token, email = '', password = '' } = request.body;
        if (token !== undefined) {
          // The first administrator is led through the first steps, which the console leaves at once if there is content.
          const isFirst = to === HOME && (await findUnusedAdministrator(context.db)) !== undefined;
          const session = await explain(signInByToken(context, token.trim(), placeOf(request)));
          if (!(session instanceof ApiError)) return lead(reply, session, isFirst ? `${HOME}/welcome` : to);
          return sendForm(refuse(reply, session), {
            to,
            problem: { by: 'token', message: textsFor(request).explain(session) },
          });
        }
        const signedIn = await explain(signIn(context, { email: email.trim(), password }, placeOf(request)));
        if (signedIn instanceof ApiError) {
          const problem = { by: 'password', message: textsFor(request).explain(signedIn) } as const;
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
      config: {
        access: 'public',
        inMaintenance: 'signs-in',
        rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE),
      },
      schema: { hide: true, body: FormBody },
      handler: async (request, reply) => {
        const to = readReturnPath(request.body.to);
        const { proof: sealed = '' } = request.body;
        const proof = findProof(context, sealed);
        if (!proof) {
          const problem = {
            by: 'password',
            message: textsFor(request).text('tooLate'),
          } as const;
          return sendForm(reply.code(401), { to, problem });
        }
        const code = filled(request.body, 'code') ?? '';
        const session = await explain(completeSignIn(context, proof, { code, place: placeOf(request) }));
        if (!(session instanceof ApiError)) return lead(reply, session, to);
        return sendCodeForm(refuse(reply, session), {
          to,
          proof: sealed,
          problem: textsFor(request).explain(session),
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/sign-out',
      config: { access: 'account:read', inMaintenance: 'signs-in', readToken: cookie.read },
      schema: { hide: true },
      handler: async (request, reply) => {
        await closeSession(context, grantedTo(request).actor);
        const signInUrl = `${addresses.origin}${addresses.signIn()}`;
        return reply.header('set-cookie', cookie.clear()).redirect(signInUrl, 303);
      },
    });
  };

/** Errors that the user can correct are shown beside the form; others go to the error page. */
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
