import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { pageNotFound } from '../../../../content/revisions/content-errors.ts';
import { insufficientRole, spaceNotFound } from '../../../../platform/access/access-errors.ts';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import { notImplemented } from '../../../../platform/http/errors.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../../content/spaces/spaces.schemas.ts';
import { SiteParams } from '../sites.schemas.ts';
import type { StructureServices } from './add-space.ts';
import { changeStructure } from './change-structure.ts';
import { withWarnings } from './conditions.ts';
import { moveSiteSpace } from './edits/move-items.ts';
import { removeSiteSpace } from './edits/remove-items.ts';
import { CHANGES_STRUCTURE, createChangeResponses, createDeletion, sendChanged } from './send-change.ts';
import { createSiteSpace, updateSiteSpace } from './site-spaces.service.ts';
import { toBeside } from './sort-structure.ts';
import {
  AddSiteSpaceBody,
  MoveSiteSpaceBody,
  PreferHeaders,
  SiteSpaceParams,
  SiteSpaceSchema,
  STRUCTURE_SCHEMAS,
  UpdateSiteSpaceBody,
} from './structure.schemas.ts';
import { sectionNotFound, sitePathTaken, siteSpaceNotFound, structureTooLarge } from './structure-errors.ts';

const SiteSpace = refTo(SiteSpaceSchema);

export const siteSpaceRoutes =
  (services: StructureServices): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = services;
    const responses = createChangeResponses(context);
    for (const schema of [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS]) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/site-spaces',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [
          insufficientRole,
          notImplemented,
          pageNotFound,
          sectionNotFound,
          spaceNotFound,
          structureTooLarge,
        ],
      },
      schema: {
        operationId: 'addSpaceToSite',
        tags: ['Sites'],
        summary: 'Add a space to a site',
        description: 'Adds the space as a variant, at the end of a section or of the root.',
        params: SiteParams,
        headers: PreferHeaders,
        body: AddSiteSpaceBody,
        response: { 201: SiteSpace, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const changed = await createSiteSpace(services, actor, grantedSite(request), request.body);
        return sendChanged(request, reply, {
          status: 201,
          present: () => responses.siteSpace(request, changed),
        });
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [insufficientRole, pageNotFound, sitePathTaken, siteSpaceNotFound, spaceNotFound],
      },
      schema: {
        operationId: 'updateSiteSpaceById',
        tags: ['Sites'],
        summary: 'Update a space on a site',
        description: 'Absent fields keep their values; null removes a value.',
        params: SiteSpaceParams,
        headers: PreferHeaders,
        body: UpdateSiteSpaceBody,
        response: { 200: SiteSpace, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const site = grantedSite(request);
        const { siteSpaceId } = request.params;
        const changed = await updateSiteSpace(services, actor, site, siteSpaceId, request.body);
        return sendChanged(request, reply, {
          present: async () =>
            withWarnings(await responses.siteSpace(request, changed), services.findConditionWarnings, {
              key: site,
              condition: request.body.condition,
            }),
        });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId',
      config: { ...CHANGES_STRUCTURE, errors: [siteSpaceNotFound] },
      schema: {
        operationId: 'deleteSiteSpaceById',
        tags: ['Sites'],
        summary: 'Take a space off a site',
        description:
          'Removes the space from the site; the space itself is kept. If it was the default site space, the next one becomes the default.',
        params: SiteSpaceParams,
        response: { 205: Type.Null() },
      },
      handler: createDeletion(context, 'siteSpaceId', (before, id) => removeSiteSpace(before, id)),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move',
      config: { ...CHANGES_STRUCTURE, errors: [sitePathTaken, siteSpaceNotFound] },
      schema: {
        operationId: 'moveSiteSpace',
        tags: ['Sites'],
        summary: 'Move a space on a site',
        description: 'Moves the site space next to another one, and into the same section.',
        params: SiteSpaceParams,
        body: MoveSiteSpaceBody,
        response: { 200: SiteSpace },
      },
      handler: async (request) => {
        const { siteSpaceId: id } = request.params;
        const { before, after } = request.body.position ?? {};
        const ref = (named: typeof before) => named && { type: named.type, id: named.siteSpace };
        const structure = await changeStructure(context, grantedSite(request), (one) =>
          moveSiteSpace(one, id, toBeside(ref(before), ref(after))),
        );
        return responses.siteSpace(request, { structure, id });
      },
    });
  };
