import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createPreview } from '../../domains/publishing/published-content/previews/create-preview.ts';
import type { SiteReaders } from '../../domains/publishing/site-visitors/site-readers.ts';
import { SiteParams } from '../../domains/publishing/sites/sites.schemas.ts';
import { siteSpaceNotFound } from '../../domains/publishing/sites/structure/structure-errors.ts';
import { grantedSite, grantedTo } from '../../platform/access/authorize.ts';
import type { PeoplePages } from '../parts/people-pages.ts';

/** The preview of a site. */
export const sitePreviewRoutes =
  ({ context, readToken }: PeoplePages, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
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
