import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { SiteSpaceParams } from '../../sites/structure/structure.schemas.ts';
import { siteSpaceNotFound } from '../../sites/structure/structure-errors.ts';
import { siteFileNotFetched } from '../files/fetch-site-file.ts';
import { tooManySiteFiles } from '../files/site-files.service.ts';
import { presentCustomization } from './customization.present.ts';
import {
  CustomizationQuery,
  CustomizationSchema,
  PatchOverridesBody,
  PutCustomizationBody,
} from './customization.schemas.ts';
import {
  deleteSiteSpaceCustomization,
  getSiteCustomization,
  getSiteSpaceCustomization,
  overrideSiteSpaceCustomization,
  putSiteCustomization,
} from './customization.service.ts';
import { LinkTargetSchema } from './link-target.schemas.ts';

const Customization = refTo(CustomizationSchema);

const SITE = '/v1/orgs/:organizationId/sites/:siteId/customization';
const SITE_SPACE = '/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization';
const NOT_AUDITED = { none: 'It changes how a site looks, not people or access.' };

export const customizationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(LinkTargetSchema);
    app.addSchema(CustomizationSchema);

    app.route({
      method: 'GET',
      url: SITE,
      config: { access: 'site:read' },
      schema: {
        operationId: 'getSiteCustomizationById',
        tags: ['Sites'],
        summary: 'Get the customization of a site',
        description:
          'Returns the complete customization. Unchanged settings have the values of the default theme.',
        params: SiteParams,
        querystring: CustomizationQuery,
        response: { 200: Customization },
      },
      handler: async (request) =>
        presentCustomization(context.config, await getSiteCustomization(context, request.params)),
    });

    app.route({
      method: 'PUT',
      url: SITE,
      config: { access: 'site:edit', audit: NOT_AUDITED, errors: [siteFileNotFetched, tooManySiteFiles] },
      schema: {
        operationId: 'updateSiteCustomizationById',
        tags: ['Sites'],
        summary: 'Replace the customization of a site',
        description:
          'Replaces the customization of the site. Absent fields are reset to the default theme. Pictures and fonts of other hosts are fetched and stored with the site; if one cannot be fetched, nothing is changed. `warnings` lists colors with too little contrast to their background.',
        params: SiteParams,
        body: PutCustomizationBody,
        response: { 200: Customization },
      },
      handler: async (request) => {
        const { resolved, warnings } = await putSiteCustomization(context, request.params, request.body);
        return presentCustomization(context.config, resolved, { warnings });
      },
    });

    app.route({
      method: 'GET',
      url: SITE_SPACE,
      config: { access: 'site:read', errors: [siteSpaceNotFound] },
      schema: {
        operationId: 'getSiteSpaceCustomizationById',
        tags: ['Sites'],
        summary: 'Get the customization of a site space',
        description:
          'Returns the complete customization of the site space. Settings that it does not override have the values of the site.',
        params: SiteSpaceParams,
        querystring: CustomizationQuery,
        response: { 200: Customization },
      },
      handler: async (request) => {
        const { resolved, hasOverrides } = await getSiteSpaceCustomization(context, request.params);
        return presentCustomization(context.config, resolved, { hasOverrides });
      },
    });

    app.route({
      method: 'PATCH',
      url: SITE_SPACE,
      config: {
        access: 'site:edit',
        audit: NOT_AUDITED,
        errors: [siteFileNotFetched, siteSpaceNotFound, tooManySiteFiles],
      },
      schema: {
        operationId: 'overrideSiteSpaceCustomizationById',
        tags: ['Sites'],
        summary: 'Customize a site space',
        description:
          'Changes single settings of the customization of the site space. Null resets a field to the value of the site. Pictures of other hosts are fetched and stored with the site; if one cannot be fetched, nothing is changed.',
        params: SiteSpaceParams,
        body: PatchOverridesBody,
        response: { 200: Customization },
      },
      handler: async (request) => {
        await overrideSiteSpaceCustomization(context, request.params, request.body);
        const { resolved, hasOverrides } = await getSiteSpaceCustomization(context, request.params);
        return presentCustomization(context.config, resolved, { hasOverrides });
      },
    });

    app.route({
      method: 'DELETE',
      url: SITE_SPACE,
      config: { access: 'site:edit', audit: NOT_AUDITED, errors: [siteSpaceNotFound] },
      schema: {
        operationId: 'deleteSiteSpaceCustomizationById',
        tags: ['Sites'],
        summary: 'Delete the customization of a site space',
        description: 'Removes the overrides. The site space then uses the customization of the site.',
        params: SiteSpaceParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteSiteSpaceCustomization(context, request.params);
        return sendNothing(reply, 204);
      },
    });
  };
