import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { noteProblem } from '../../../domains/access/sign-on/instance/provider-states.ts';
import {
  findInstanceProvider,
  getInstanceProvider,
} from '../../../domains/access/sign-on/oidc/instance-providers.ts';
import { signInToInstance } from '../../../domains/access/sign-on/oidc/instance-sign-on.ts';
import type { OidcClients } from '../../../domains/access/sign-on/oidc/oidc-clients.ts';
import { causeBy } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createOidcSteps, LogoutFields, queryOf, StartFields } from './oidc-steps.ts';
import { useSsoRefusals } from './sso-refusals.ts';

const Named = Type.Object({ name: Type.String() });
const hide = true;

/** The routes between browsers and the providers that the operator set up for the whole instance. */
export const oidcInstanceRoutes =
  (context: Context, clients: OidcClients, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { browserCookie, begin, logOut, rateLimit } = createOidcSteps(context, clients, addresses);
    useSsoRefusals(app, addresses, async (request, reason) => {
      const { name = '' } = request.params as { name?: string };
      if (findInstanceProvider(context.config, { name })) await noteProblem(context, { name, reason });
    });

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
  };
