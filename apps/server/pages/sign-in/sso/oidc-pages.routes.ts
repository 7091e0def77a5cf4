import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { acceptCode } from '../../../domains/access/sign-on/oidc/accept-code.ts';
import { LogoutRefusal, logOutByToken } from '../../../domains/access/sign-on/oidc/back-channel-logout.ts';
import { beginSignOn } from '../../../domains/access/sign-on/oidc/begin-sign-on.ts';
import type { ConnectedProvider } from '../../../domains/access/sign-on/oidc/connected-provider.ts';
import {
  getInstanceProvider,
} from '../../../domains/access/sign-on/oidc/instance-providers.ts';
import { signInToInstance } from '../../../domains/access/sign-on/oidc/instance-sign-on.ts';
import { getConnected } from '../../../domains/access/sign-on/oidc/known-provider.ts';
import {
  connectedProviderOf,
  getOidcProviderRow,
} from '../../../domains/access/sign-on/oidc/oidc.service.ts';
import type { OidcClients } from '../../../domains/access/sign-on/oidc/oidc-clients.ts';
import { finishUrl } from '../../../domains/access/sign-on/oidc/oidc-urls.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { type Addresses, createAddresses } from '../../parts/addresses.ts';
import { usePageErrors } from '../../parts/page-errors.ts';
import { usePageHeaders } from '../../parts/page-headers.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { finish } from './send-finished.ts';
import { useSsoRefusals } from './sso-refusals.ts';

/** A whole company may sign in from one address. */
const STEPS_PER_MINUTE = 300;
const FORM_BYTES = 65_536;

const Params = Type.Object({ organizationId: Id, oidcProviderId: Id });
/** What a page sends that leads here: ours, or one of the provider (OpenID Connect Core, section 4). */
const StartFields = Type.Object({
  to: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  login_hint: Type.Optional(Type.String()),
  target_link_uri: Type.Optional(Type.String()),
});
const LogoutFields = Type.Object({ logout_token: Type.Optional(Type.String()) });
const hide = true;

/** The routes between browsers and providers of OpenID Connect. Register at `/sso/oidc`, beside those of SAML. */
export const oidcPageRoutes =
  (context: Context, clients: OidcClients): FastifyPluginAsyncTypebox =>
  async (app) => {
    const addresses = createAddresses(context.config.baseUrl);
    usePageHeaders(app, addresses.origin);
    usePageErrors(app, addresses, app.sessions.cookie);
    await app.register(stepRoutes(context, clients, addresses));
  };

/** The steps themselves, whose refusals are shown before other errors. */
const stepRoutes =
  (context: Context, clients: OidcClients, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { baseUrl } = context.config;
    const browserCookie = createBrowserCookie(baseUrl);
    const rateLimit = limitedByAddress(STEPS_PER_MINUTE);
    useSsoRefusals(app, addresses);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );

    const keyOf = (params: { organizationId: string; oidcProviderId: string }) => ({
      organizationId: params.organizationId,
      providerId: params.oidcProviderId,
    });

    const begin = async (
      request: FastifyRequest,
      reply: FastifyReply,
      provider: ConnectedProvider,
      fields: { to?: string; iss?: string; login_hint?: string; target_link_uri?: string },
    ): Promise<FastifyReply> => {
      const { secret, header } = browserCookie.keep(request);
      const url = await beginSignOn(context, clients, provider, {
        browser: secret,
        returnPath: readReturnPath(fields.to ?? pathOf(fields.target_link_uri, addresses.origin)),
        loginHint: fields.login_hint,
        issuer: fields.iss,
      });
      return reply.header('set-cookie', header).header('cache-control', 'no-store').redirect(url.href, 303);
    };

    app.route({
      method: 'GET',
      url: '/:organizationId/:oidcProviderId/start',
      config: { access: 'public', rateLimit },
      exposeHeadRoute: false,
      schema: { hide, params: Params, querystring: StartFields },
      handler: async (request, reply) => {
        const { provider } = await getConnected(context, keyOf(request.params));
        return begin(request, reply, provider, request.query);
      },
    });

    app.route({
      method: 'GET',
      url: '/:organizationId/:oidcProviderId/callback',
      config: { access: 'public', rateLimit },
      exposeHeadRoute: false,
      schema: { hide, params: Params },
      handler: async (request, reply) => {
        const key = keyOf(request.params);
        const ticket = await acceptCode(context, clients, key, {
          query: queryOf(request),
          browser: browserCookie.read(request),
        });
        const to = finishUrl(baseUrl, { key: `${key.organizationId}/${key.providerId}` });
        reply.header('cache-control', 'no-store');
        return reply.redirect(`${to}?${new URLSearchParams({ ticket })}`, 303);
      },
    });

    app.route({
      method: 'GET',
      url: '/:organizationId/:oidcProviderId/finish',
      config: { access: 'public', rateLimit },
      exposeHeadRoute: false,
      schema: { hide, params: Params, querystring: Type.Object({ ticket: Type.Optional(Type.String()) }) },
      handler: (request, reply) => {
        const { ticket = '' } = request.query;
        return finish(context, { addresses, browserCookie }, keyOf(request.params), {
          request,
          reply,
          ticket,
        });
      },
    });

    const Named = Type.Object({ name: Type.String() });

    app.route({
      method: 'GET',
      url: '/instance/:name/start',
      config: { access: 'public', rateLimit },
      exposeHeadRoute: false,
      schema: { hide, params: Named, querystring: StartFields },
      handler: (request, reply) =>
        begin(request, reply, getInstanceProvider(context.config, request.params), request.query),
    });

    // For identity providers that know one address only, to which they send their issuer.
    app.route({
      method: 'GET',
      url: '/initiate',
      config: { access: 'public', rateLimit },
      exposeHeadRoute: false,
      schema: { hide, querystring: StartFields },
      handler: (request, reply) => {
        const provider = getInstanceProvider(context.config, { issuer: request.query.iss ?? '' });
        return begin(request, reply, provider, request.query);
      },
    });

    app.route({
      method: 'GET',
      url: '/instance/:name/callback',
      config: { access: 'public', rateLimit },
      exposeHeadRoute: false,
      schema: { hide, params: Named },
      handler: async (request, reply) => {
        const provider = getInstanceProvider(context.config, request.params);
        const { session, returnPath } = await signInToInstance(context, clients, provider, {
          query: queryOf(request),
          browser: browserCookie.read(request),
          previous: app.sessions.cookie.read(request),
          address: request.ip,
          userAgent: request.headers['user-agent'],
          causeOf: (userId) => causeBy(request, { kind: 'user', userId }),
        });
        return reply
          .header('cache-control', 'no-store')
          .header('set-cookie', app.sessions.cookie.issue(session.secret, session.expiresAt))
          .redirect(addresses.absolute(readReturnPath(returnPath)), 303);
      },
    });

    app.route({
      method: 'POST',
      url: '/instance/:name/logout',
      config: { access: 'public', rateLimit },
      schema: { hide, params: Named, body: LogoutFields },
      handler: (request, reply) =>
        logOut(request, reply, getInstanceProvider(context.config, request.params)),
    });

    // Sent by the provider itself, not by a browser.
    app.route({
      method: 'POST',
      url: '/:organizationId/:oidcProviderId/logout',
      config: { access: 'public', rateLimit },
      schema: {
        hide,
        params: Params,
        body: LogoutFields,
      },
      handler: async (request, reply) => {
        const row = await getOidcProviderRow(context.db, keyOf(request.params));
        return logOut(request, reply, connectedProviderOf(context, row));
      },
    });

    const logOut = async (
      request: FastifyRequest,
      reply: FastifyReply,
      provider: ConnectedProvider,
    ): Promise<FastifyReply> => {
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      const { logout_token: token = '' } = request.body as { logout_token?: string };
      try {
        const sessions = await logOutByToken(context, clients, provider, token);
        request.log.info({ provider: provider.key, sessions }, 'identity provider ended sessions');
        return reply.send('{}');
      } catch (error) {
        if (!(error instanceof LogoutRefusal)) throw error;
        const { message } = error;
        request.log.warn({ provider: provider.key, message }, 'logout token refused');
        return reply.code(400).send(JSON.stringify({ error: 'invalid_request', error_description: message }));
      }
    };
  };

const queryOf = ({ raw }: FastifyRequest): URLSearchParams => {
  const { url = '' } = raw;
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
};

/** The path of an address on our own origin. */
const pathOf = (address: string | undefined, origin: string): string | undefined =>
  address?.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined;
