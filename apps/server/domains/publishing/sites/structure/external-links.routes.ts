import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSite } from '../../../../platform/access/authorize.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../../content/spaces/spaces.schemas.ts';
import { SiteParams } from '../sites.schemas.ts';
import type { StructureServices } from './add-space.ts';
import { withWarnings } from './conditions.ts';
import { removeItem } from './edits/remove-items.ts';
import { createExternalLink, updateExternalLink } from './groups-and-links.service.ts';
import { CHANGES_STRUCTURE, createChangeResponses, createDeletion, sendChanged } from './send-change.ts';
import {
  AddExternalLinkBody,
  ExternalLinkParams,
  PreferHeaders,
  SiteExternalLinkSchema,
  STRUCTURE_SCHEMAS,
  UpdateExternalLinkBody,
} from './structure.schemas.ts';
import { externalLinkNotFound, sectionGroupNotFound, structureTooLarge } from './structure-errors.ts';

const ExternalLink = refTo(SiteExternalLinkSchema);

export const externalLinkRoutes =
  ({
    context,
    findConditionWarnings,
  }: Pick<StructureServices, 'context' | 'findConditionWarnings'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const responses = createChangeResponses(context);
    for (const schema of [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS]) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/external-links',
      config: { ...CHANGES_STRUCTURE, errors: [sectionGroupNotFound, structureTooLarge] },
      schema: {
        operationId: 'addExternalLinkToSite',
        tags: ['Sites'],
        summary: 'Add an external link to a site',
        description: 'Adds a link to another website to the list of sections.',
        params: SiteParams,
        headers: PreferHeaders,
        body: AddExternalLinkBody,
        response: { 201: ExternalLink, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const site = grantedSite(request);
        const changed = await createExternalLink(context, site, request.body);
        return sendChanged(request, reply, {
          status: 201,
          present: async () =>
            withWarnings(await responses.link(request, changed), findConditionWarnings, {
              key: site,
              condition: request.body.condition,
            }),
        });
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [externalLinkNotFound, sectionGroupNotFound],
      },
      schema: {
        operationId: 'updateSiteExternalLinkById',
        tags: ['Sites'],
        summary: 'Update an external link',
        description: 'Absent fields keep their values; null removes a value.',
        params: ExternalLinkParams,
        headers: PreferHeaders,
        body: UpdateExternalLinkBody,
        response: { 200: ExternalLink, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { siteExternalLinkId } = request.params;
        const site = grantedSite(request);
        const changed = await updateExternalLink(context, site, siteExternalLinkId, request.body);
        return sendChanged(request, reply, {
          present: async () =>
            withWarnings(await responses.link(request, changed), findConditionWarnings, {
              key: site,
              condition: request.body.condition,
            }),
        });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId',
      config: { ...CHANGES_STRUCTURE, errors: [externalLinkNotFound] },
      schema: {
        operationId: 'deleteSiteExternalLinkById',
        tags: ['Sites'],
        summary: 'Delete an external link',
        params: ExternalLinkParams,
        response: { 205: Type.Null() },
      },
      handler: createDeletion(context, 'siteExternalLinkId', (before, id) =>
        removeItem(before, 'site-external-link', id),
      ),
    });
  };
