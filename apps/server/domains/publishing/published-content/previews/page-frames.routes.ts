import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { findWarnings } from '../../site-settings/customization/find-warnings.ts';
import { readCustomization } from '../../site-settings/customization/read-customization.ts';
import { resolveCustomization } from '../../site-settings/customization/resolve-customization.ts';
import type { SiteReaders } from '../../site-visitors/site-readers.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { siteSpaceNotFound } from '../../sites/structure/structure-errors.ts';
import {
  CustomizationFrameBody,
  CustomizationFrameSchema,
  FrameFields,
  PageFrameSchema,
} from './page-frames.schemas.ts';
import { createPageFrame } from './page-frames.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const audit = { none: 'It changes nothing.' };
const IN_A_FRAME =
  'The response is a form to post to the sites origin, which answers with the page, without scripts and only for a frame of the console.';

/** Pages of a site that members look at in a frame. */
export const pageFrameRoutes =
  (context: Context, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'POST',
      url: `${SITE}/publishing/preview`,
      config: { access: 'site:read', audit, inMaintenance: 'reads', errors: [siteSpaceNotFound] },
      schema: {
        operationId: 'frameSitePage',
        tags: ['Sites'],
        summary: 'Preview a page of a site in a frame',
        description: `Shows a page as a visitor with these claims sees it, even if the site is not published. ${IN_A_FRAME}`,
        params: SiteParams,
        body: FrameFields,
        response: { 200: PageFrameSchema },
      },
      handler: (request) => {
        const { actor } = grantedTo(request);
        return createPageFrame(context, readers, grantedSite(request), { actor, fields: request.body });
      },
    });

    app.route({
      method: 'POST',
      url: `${SITE}/customization/preview`,
      config: { access: 'site:edit', audit, inMaintenance: 'reads', errors: [siteSpaceNotFound] },
      schema: {
        operationId: 'previewSiteCustomization',
        tags: ['Sites'],
        summary: 'Preview a customization of a site',
        description: `Shows a page of the site with a customization that is not stored. Absent fields have the values of the default theme, as when the customization is replaced. ${IN_A_FRAME}`,
        params: SiteParams,
        body: CustomizationFrameBody,
        response: { 200: CustomizationFrameSchema },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const { customization: sent, hasOverrides, ...fields } = request.body;
        const { customization, warnings } = readCustomization(sent);
        const asked = {
          actor,
          fields,
          customization,
          ...(hasOverrides === undefined ? {} : { hasOverrides }),
        };
        const frame = await createPageFrame(context, readers, grantedSite(request), asked);
        const complete = resolveCustomization({ customization, updatedAt: null }).customization;
        return { ...frame, warnings: [...findWarnings(complete, context.config.sitesUrl), ...warnings] };
      },
    });
  };
