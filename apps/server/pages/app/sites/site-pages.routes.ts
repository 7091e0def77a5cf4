import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { createPreview } from '../../../domains/publishing/published-content/previews/create-preview.ts';
import type { SiteReaders } from '../../../domains/publishing/site-visitors/site-readers.ts';
import { SiteParams } from '../../../domains/publishing/sites/sites.schemas.ts';
import { siteSpaceNotFound } from '../../../domains/publishing/sites/structure/structure-errors.ts';
import { grantedSite, grantedTo } from '../../../platform/access/authorize.ts';
import { sendPage } from '../../parts/page-shell.ts';
import type { PeoplePages } from '../../parts/people-pages.ts';
import { readRedirects, renderRedirects } from './redirects-page.ts';

/** The redirects of a site, and its preview. */
export const sitePageRoutes =
  ({ context, addresses, readToken }: PeoplePages, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
    const isSignedIn = true;

    app.route({
      method: 'GET',
      url: '/o/:organizationId/sites/:siteId/redirects',
      config: { access: 'site:read', readToken },
      schema: {
        hide: true,
        params: SiteParams,
        querystring: Type.Object({ page: Type.Optional(Type.String()) }),
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { page } = request.query;
        const asked = { actor, site: grantedSite(request), page };
        const redirects = await readRedirects(context, addresses, asked);
        return sendPage(reply, addresses, { ...redirects, isSignedIn, body: renderRedirects(redirects) });
      },
    });

    // Where `urls.preview` leads: the address itself contains a secret and ends after an hour.
    app.route({
      method: 'GET',
      url: '/o/:organizationId/sites/:siteId/preview',
      config: { access: 'site:read', readToken, errors: [siteSpaceNotFound] },
      schema: { hide: true, params: SiteParams },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { url } = await createPreview(context, readers, grantedSite(request), {
          seesDrafts: true,
          by: actor.sessionId ?? actor.tokenId,
          findContent: async () => ({}),
        });
        return reply.header('cache-control', 'no-store').redirect(url, 303);
      },
    });
  };
