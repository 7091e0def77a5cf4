import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { getLink, linkAccount } from '../../../domains/access/sign-on/link-account.ts';
import { loginUrl } from '../../../domains/access/sign-on/login-url.ts';
import { findLogins } from '../../../domains/access/sign-on/saml/find-logins.queries.ts';
import { getOrganizationRow } from '../../../domains/identity/organizations/organizations.service.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { textsFor } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { csrfField, FormBody, useForms } from '../../parts/forms.ts';
import { sendPage } from '../../parts/page-shell.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { connectPath } from './sso-addresses.ts';
import { renderChooser, renderConnect } from './sso-pages.ts';
import { useSsoRefusals } from './sso-refusals.ts';

const LOOKS_PER_MINUTE = 100;

const Params = Type.Object({ organizationId: Id, samlProviderId: Id });
const hide = true;

/** Choosing a provider to sign in with, and connecting an account to one. Register below `/app`. */
export const signInSsoRoutes =
  (context: Context, addresses: Addresses): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { baseUrl } = context.config;
    const session = app.sessions.cookie;
    const browserCookie = createBrowserCookie(baseUrl);
    const readToken = session.read;
    useForms(app);
    useSsoRefusals(app, addresses);

    const toKey = (params: { organizationId: string; samlProviderId: string }) => ({
      organizationId: params.organizationId,
      providerId: params.samlProviderId,
    });

    app.route({
      method: 'GET',
      url: '/sign-in/sso',
      config: { access: 'public', rateLimit: limitedByAddress(LOOKS_PER_MINUTE) },
      schema: {
        hide,
        querystring: Type.Object({
          organization: Type.Optional(Type.String()),
          to: Type.Optional(Type.String()),
        }),
      },
      handler: async (request, reply) => {
        const organization = (request.query.organization ?? '').trim().slice(0, 320);
        const rows = await findLogins(context.db, organization);
        const logins = rows.map((row) => ({
          label: row.label,
          startUrl: loginUrl(baseUrl, row),
        }));
        return sendPage(reply, addresses, {
          title: textsFor(request).text('ssoTitle'),
          isSignedIn: false,
          body: renderChooser(textsFor(request), addresses, {
            organization,
            to: readReturnPath(request.query.to),
            logins,
          }),
        });
      },
    });

    app.route({
      method: 'GET',
      url: '/connect/:organizationId/:samlProviderId',
      config: { access: 'person:read', readToken },
      schema: { hide, params: Params, querystring: Type.Object({ ticket: Type.Optional(Type.String()) }) },
      handler: async (request, reply) => {
        const { ticket = '' } = request.query;
        const key = toKey(request.params);
        const { actor } = grantedTo(request);
        const browser = browserCookie.read(request);
        const { provider, person } = await getLink(context, key, { ticket, browser, actor });
        const { title: organization } = await getOrganizationRow(context.db, key.organizationId);
        reply.header('cache-control', 'no-store');
        return sendPage(reply, addresses, {
          title: textsFor(request).text('connectTitle'),
          isSignedIn: true,
          body: renderConnect(textsFor(request), {
            email: person.email as string,
            label: provider.label,
            organization,
            action: `${addresses.prefix}${connectPath(key)}`,
            ticket,
            csrf: csrfField(request),
          }),
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/connect/:organizationId/:samlProviderId',
      config: { access: 'person:write', readToken },
      schema: { hide, params: Params, body: FormBody },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { session: opened, returnPath } = await linkAccount(context, toKey(request.params), {
          ticket: request.body.ticket ?? '',
          browser: browserCookie.read(request),
          previous: session.read(request),
          address: request.ip,
          userAgent: request.headers['user-agent'],
          actor,
          causeOf: () => causeOf(request),
        });
        return reply
          .header('set-cookie', session.issue(opened.secret, opened.expiresAt))
          .redirect(addresses.absolute(readReturnPath(returnPath)), 303);
      },
    });
  };
