import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { grantedSite } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { payloadTooLarge } from '../../../../platform/http/request-errors.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { acceptFiles } from '../../../content/uploads/uploads.routes.ts';
import { UploadBodySchema, UploadQuery } from '../../../content/uploads/uploads.schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { fetchSiteFile, siteFileNotFetched } from './fetch-site-file.ts';
import { FetchSiteFileBody, presentSiteFile, SiteFileSchema } from './site-files.schemas.ts';
import { receiveSiteFile, siteFileType, tooManySiteFiles } from './site-files.service.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const NOT_AUDITED = { none: 'It changes how a site looks, not people or access.' };
const SiteFile = refTo(SiteFileSchema);

/** Logos, icons and fonts of sites. */
export const siteFileRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(SiteFileSchema);
    acceptFiles(app);

    app.route({
      method: 'POST',
      url: `${SITE}/files`,
      config: {
        access: 'site:edit',
        hasStreamedBody: true,
        audit: NOT_AUDITED,
        errors: [payloadTooLarge, siteFileType, tooManySiteFiles],
      },
      schema: {
        operationId: 'uploadSiteFile',
        tags: ['Sites'],
        summary: 'Upload a file of a site',
        description:
          'Stores a logo, an icon or a font with the site: a picture (SVG, PNG, JPEG, WebP, AVIF, GIF, ICO) or a font (WOFF2, WOFF) of at most 2 MB. The body is the file, or a form with one file. Use its `url` in the customization within a day: files that no customization of the site uses are deleted.',
        params: SiteParams,
        querystring: UploadQuery,
        body: UploadBodySchema,
        response: { 201: SiteFile },
      },
      handler: async (request, reply) => {
        const { name } = request.query;
        const file = await receiveSiteFile(context, request, { site: grantedSite(request), name });
        reply.code(201);
        return presentSiteFile(file);
      },
    });
  };

/** Pictures of other hosts, which the service fetches once. */
export const fetchedSiteFileRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(SiteFileSchema);

    app.route({
      method: 'POST',
      url: `${SITE}/fetched-files`,
      config: {
        access: 'site:edit',
        audit: NOT_AUDITED,
        errors: [siteFileNotFetched, siteFileType, tooManySiteFiles],
      },
      schema: {
        operationId: 'fetchSiteFile',
        tags: ['Sites'],
        summary: 'Fetch a file of a site',
        description:
          'Fetches a picture or a font from another host, and stores it with the site like an uploaded file. Later changes on the other host have no effect.',
        params: SiteParams,
        body: FetchSiteFileBody,
        response: { 201: SiteFile },
      },
      handler: async (request, reply) => {
        const file = await fetchSiteFile(context, grantedSite(request), request.body.url);
        reply.code(201);
        return presentSiteFile(file);
      },
    });
  };
