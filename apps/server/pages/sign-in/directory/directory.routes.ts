import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { noteProblem } from '../../../domains/access/sign-on/instance/provider-states.ts';
import {
  completeByDirectory,
  type DirectoryPlace,
  findDirectoryProof,
  getDirectory,
  issuerOf,
  sealDirectoryProof,
  signInByDirectory,
} from '../../../domains/access/sign-on/ldap/directory-sign-in.ts';
import { SignOnRefusal } from '../../../domains/access/sign-on/refusal.ts';
import type { OpenedSession } from '../../../domains/identity/sessions/sessions.service.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import type { LdapDirectory } from '../../../platform/config.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { FormBody, filled, useForms } from '../../parts/forms.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { renderCode } from '../sign-in/sign-in-page.ts';
import { explainRefusal } from '../sso/refusals/refusals.ts';
import { statusOf, useSsoRefusals } from '../sso/sso-refusals.ts';
import { type DirectoryData, renderDirectory } from './directory-page.ts';

const ATTEMPTS_PER_MINUTE = 10;
const MAX_DETAIL_LENGTH = 500;
const Named = Type.Object({ name: Type.String() });
const hide = true;

/** Signing in with the password of an LDAP directory of the instance, by forms of our own origin alone. */
export const directoryRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cookie } = app.sessions;
    useForms(app);
    useSsoRefusals(app, addresses);
    const posts = {
      access: 'public',
      inMaintenance: 'signs-in',
      rateLimit: limitedByAddress(ATTEMPTS_PER_MINUTE),
    } as const;

    const sendForm = (
      reply: FastifyReply,
      { name, label }: LdapDirectory,
      data: Omit<DirectoryData, 'name' | 'label'>,
    ): FastifyReply =>
      sendPage(reply.header('cache-control', 'no-store'), addresses, {
        title: textsFor(reply.request).text('signIn'),
        isSignedIn: false,
        body: renderDirectory(textsFor(reply.request), addresses, { ...data, name, label }),
      });
    const sendCodeForm = (
      reply: FastifyReply,
      { name }: LdapDirectory,
      data: { to: string; proof: string; problem: string | undefined },
    ): FastifyReply =>
      sendPage(reply.header('cache-control', 'no-store'), addresses, {
        title: textsFor(reply.request).text('signIn'),
        isSignedIn: false,
        body: renderCode(textsFor(reply.request), addresses, {
          ...data,
          pages: { action: addresses.directoryCode(name), before: addresses.directory(name) },
        }),
      });
    const lead = (reply: FastifyReply, { secret, expiresAt }: OpenedSession, to: string): FastifyReply =>
      reply.header('set-cookie', cookie.issue(secret, expiresAt)).redirect(addresses.absolute(to), 303);
    /** Sets the status, and returns the sentence for the page. */
    const refuse = async (
      reply: FastifyReply,
      directory: LdapDirectory,
      refusal: Refusal,
    ): Promise<string> => {
      const texts = textsFor(reply.request);
      if (refusal instanceof ApiError) {
        reply.code(refusal.status).headers(refusal.headers ?? {});
        return texts.explain(refusal);
      }
      logRefusal(reply.request, directory, refusal);
      const { reason } = refusal;
      await noteProblem(context, { name: issuerOf(directory), reason });
      reply.code(statusOf(reason));
      return explainRefusal(refusal, texts.language);
    };
    const placeOf = (request: FastifyRequest): DirectoryPlace => ({
      address: request.ip,
      userAgent: request.headers['user-agent'],
      previous: cookie.read(request),
      causeOf: (userId) => causeBy(request, { kind: 'user', userId }),
    });

    app.route({
      method: 'GET',
      url: '/sign-in/directory/:name',
      config: { access: 'public' },
      schema: { hide, params: Named, querystring: Type.Object({ to: Type.Optional(Type.String()) }) },
      handler: (request, reply) =>
        sendForm(reply, getDirectory(context.config, request.params), {
          to: readReturnPath(request.query.to),
        }),
    });

    app.route({
      method: 'POST',
      url: '/sign-in/directory/:name',
      config: posts,
      schema: { hide, params: Named, body: FormBody },
      handler: async (request, reply) => {
        const directory = getDirectory(context.config, request.params);
        const { user: typed = '', password = '' } = request.body;
        const to = readReturnPath(request.body.to);
        const user = typed.trim();
        const signedIn = await explain(
          signInByDirectory(context, directory, { user, password }, placeOf(request)),
        );
        if (isRefusal(signedIn)) {
          const problem = await refuse(reply, directory, signedIn);
          return sendForm(reply, directory, { to, user, problem });
        }
        if ('session' in signedIn) return lead(reply, signedIn.session, to);
        const proof = sealDirectoryProof(context, directory, signedIn.needsCode);
        return sendCodeForm(reply, directory, { to, proof, problem: undefined });
      },
    });

    app.route({
      method: 'POST',
      url: '/sign-in/directory/:name/code',
      config: posts,
      schema: { hide, params: Named, body: FormBody },
      handler: async (request, reply) => {
        const directory = getDirectory(context.config, request.params);
        const to = readReturnPath(request.body.to);
        const { proof: sealed = '' } = request.body;
        const proof = findDirectoryProof(context, directory, sealed);
        if (!proof)
          return sendForm(reply.code(401), directory, { to, problem: textsFor(request).text('tooLate') });
        const code = filled(request.body, 'code') ?? '';
        const place = placeOf(request);
        const session = await explain(completeByDirectory(context, directory, proof, { code, place }));
        if (!isRefusal(session)) return lead(reply, session, to);
        return sendCodeForm(reply, directory, {
          to,
          proof: sealed,
          problem: await refuse(reply, directory, session),
        });
      },
    });
  };

type Refusal = ApiError | SignOnRefusal;

const isRefusal = (value: unknown): value is Refusal =>
  value instanceof ApiError || value instanceof SignOnRefusal;

/** Everything that a person can understand is shown beside the form; other errors go to the error page. */
async function explain<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** The log has the detail, and never the name of the person. */
function logRefusal(request: FastifyRequest, { name }: LdapDirectory, refusal: SignOnRefusal): void {
  const { reason } = refusal;
  const detail = refusal.detail?.slice(0, MAX_DETAIL_LENGTH);
  request.log.warn({ directory: name, reason, detail }, 'sign-in with a directory refused');
}
