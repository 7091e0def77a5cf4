import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { SignOnRefusal } from '../../../domains/access/sign-on/refusal.ts';
import { acceptResponse } from '../../../domains/access/sign-on/saml/accept-response.ts';
import { describeService } from '../../../domains/access/sign-on/saml/metadata.ts';
import { getProviderRow } from '../../../domains/access/sign-on/saml/saml.service.ts';
import { serviceUrls } from '../../../domains/access/sign-on/saml/service-urls.ts';
import { startSignOn } from '../../../domains/access/sign-on/saml/start-sign-on.ts';
import type { Context } from '../../../platform/context.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { createAddresses } from '../../parts/addresses.ts';
import { usePageErrors } from '../../parts/page-errors.ts';
import { usePageHeaders } from '../../parts/page-headers.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { finish } from './send-finished.ts';
import { useSsoRefusals } from './sso-refusals.ts';

/** A whole company may sign in from one address. */
const STEPS_PER_MINUTE = 300;
/** A response in Base64, and that percent-encoded where it must be. */
const FORM_BYTES = 524_288;
const METADATA_SECONDS = 3600;

const Params = Type.Object({ organizationId: Id, samlProviderId: Id });
const hide = true;

/**
 * The routes between browsers and identity providers. Register at `/sso/saml`, outside the API and the pages of the
 * app.
 */
export const ssoRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { baseUrl } = context.config;
    const addresses = createAddresses(baseUrl);
    const session = app.sessions.cookie;
    const browserCookie = createBrowserCookie(baseUrl);
    const rateLimit = limitedByAddress(STEPS_PER_MINUTE);
    usePageHeaders(app, addresses.origin);
    usePageErrors(app, addresses, session);

    await app.register(async (steps: typeof app) => {
      useSsoRefusals(steps, addresses);
      steps.removeAllContentTypeParsers();
      steps.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: FORM_BYTES },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
      );

      const keyOf = (params: { organizationId: string; samlProviderId: string }) => ({
        organizationId: params.organizationId,
        providerId: params.samlProviderId,
      });

      steps.route({
        method: 'GET',
        url: '/:organizationId/:samlProviderId',
        config: { access: 'public' },
        schema: { hide, params: Params },
        handler: async (request, reply) => {
          const key = keyOf(request.params);
          await getProviderRow(context.db, key);
          return reply
            .type('application/samlmetadata+xml; charset=utf-8')
            .header('cache-control', `public, max-age=${METADATA_SECONDS}`)
            .send(await describeService(baseUrl, key));
        },
      });

      steps.route({
        method: 'GET',
        url: '/:organizationId/:samlProviderId/start',
        config: { access: 'public', rateLimit },
        exposeHeadRoute: false,
        schema: { hide, params: Params, querystring: Type.Object({ to: Type.Optional(Type.String()) }) },
        handler: async (request, reply) => {
          const { secret, header } = browserCookie.keep(request);
          const url = await startSignOn(context, keyOf(request.params), {
            browser: secret,
            returnPath: readReturnPath(request.query.to),
          });
          return reply.header('set-cookie', header).redirect(url, 303);
        },
      });

      // Sent by a page of the provider, without any cookie of ours: it signs nobody in.
      steps.route({
        method: 'POST',
        url: '/:organizationId/:samlProviderId/acs',
        // More than other routes without a caller take: responses of providers are long.
        bodyLimit: FORM_BYTES,
        config: { access: 'public', inMaintenance: 'signs-in', rateLimit },
        schema: {
          hide,
          params: Params,
          body: Type.Object({ SAMLResponse: Type.Optional(Type.String()) }),
        },
        handler: async (request, reply) => {
          const { SAMLResponse: field } = request.body;
          if (field === undefined) throw new SignOnRefusal('not-a-response', 'no field SAMLResponse');
          const key = keyOf(request.params);
          const ticket = await acceptResponse(context, key, field);
          const { finish } = serviceUrls(baseUrl, key);
          return reply.redirect(`${finish}?${new URLSearchParams({ ticket })}`, 303);
        },
      });

      steps.route({
        method: 'GET',
        url: '/:organizationId/:samlProviderId/finish',
        config: { access: 'public', rateLimit },
        exposeHeadRoute: false,
        schema: { hide, params: Params, querystring: Type.Object({ ticket: Type.Optional(Type.String()) }) },
        handler: async (request, reply) => {
          const { ticket = '' } = request.query;
          return finish(context, { addresses, browserCookie }, keyOf(request.params), {
            request,
            reply,
            ticket,
          });
        },
      });
    });
  };
