import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { acceptCode } from '../../../domains/access/sign-on/oidc/accept-code.ts';
import { toProviderKey } from '../../../domains/access/sign-on/oidc/connected-provider.ts';
import { getConnected } from '../../../domains/access/sign-on/oidc/known-provider.ts';
import {
  connectedProviderOf,
  getOidcProviderRow,
} from '../../../domains/access/sign-on/oidc/oidc.service.ts';
import type { OidcClients } from '../../../domains/access/sign-on/oidc/oidc-clients.ts';
import { finishUrl } from '../../../domains/access/sign-on/oidc/oidc-urls.ts';
import type { Context } from '../../../platform/context.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { type Addresses, createAddresses } from '../../parts/addresses.ts';
import { usePageErrors } from '../../parts/page-errors.ts';
import { usePageHeaders } from '../../parts/page-headers.ts';
import { oidcInstanceRoutes } from './oidc-instance.routes.ts';
import { createOidcSteps, LogoutFields, queryOf, StartFields } from './oidc-steps.ts';
import { finish } from './send-finished.ts';
import { useSsoRefusals } from './sso-refusals.ts';

const FORM_BYTES = 65_536;

const Params = Type.Object({ organizationId: Id, oidcProviderId: Id });
const hide = true;

/** The routes between browsers and providers of OpenID Connect. Register at `/sso/oidc`, beside those of SAML. */
export const oidcPageRoutes =
  (context: Context, clients: OidcClients): FastifyPluginAsyncTypebox =>
  async (app) => {
    const addresses = createAddresses(context.config.baseUrl);
    usePageHeaders(app, addresses.origin);
    usePageErrors(app, addresses, app.sessions.cookie);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    await app.register(organizationRoutes(context, clients, addresses));
    await app.register(oidcInstanceRoutes(context, clients, addresses));
  };

/** The routes of the providers of organizations. */
const organizationRoutes =
  (context: Context, clients: OidcClients, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { baseUrl } = context.config;
    useSsoRefusals(app, addresses);
    const keyOf = (params: { organizationId: string; oidcProviderId: string }) => ({
      organizationId: params.organizationId,
      providerId: params.oidcProviderId,
    });

    const { browserCookie, begin, logOut, rateLimit } = createOidcSteps(context, clients, addresses);

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
        const to = finishUrl(baseUrl, { key: toProviderKey(key) });
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
  };
