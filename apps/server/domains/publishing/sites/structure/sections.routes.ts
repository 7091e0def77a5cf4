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
import { moveItem } from './edits/move-items.ts';
import { removeItem } from './edits/remove-items.ts';
import { createSection, updateSection } from './sections.service.ts';
import { CHANGES_STRUCTURE, createChangeResponses, createDeletion, sendChanged } from './send-change.ts';
import { toBeside } from './sort-structure.ts';
import {
  AddSectionBody,
  MoveSectionBody,
  PreferHeaders,
  SectionParams,
  SiteSectionSchema,
  STRUCTURE_SCHEMAS,
  UpdateSectionBody,
} from './structure.schemas.ts';
import {
  lastSection,
  sectionGroupNotFound,
  sectionNotFound,
  sitePathTaken,
  siteSpaceNotFound,
  structureTooLarge,
} from './structure-errors.ts';

const Section = refTo(SiteSectionSchema);

export const sectionRoutes =
  (services: StructureServices): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = services;
    const responses = createChangeResponses(context);
    for (const schema of [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS]) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/sections',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [
          insufficientRole,
          notImplemented,
          pageNotFound,
          sectionGroupNotFound,
          spaceNotFound,
          structureTooLarge,
        ],
      },
      schema: {
        operationId: 'addSectionToSite',
        tags: ['Sites'],
        summary: 'Add a section to a site',
        description:
          'Adds a section with this space. If it is the first section, the site spaces at the root move into a new section, which becomes the default section.',
        params: SiteParams,
        headers: PreferHeaders,
        body: AddSectionBody,
        response: { 201: Section, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const changed = await createSection(services, actor, grantedSite(request), request.body);
        return sendChanged(request, reply, {
          status: 201,
          present: () => responses.section(request, changed),
        });
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [sectionGroupNotFound, sectionNotFound, sitePathTaken, siteSpaceNotFound, structureTooLarge],
      },
      schema: {
        operationId: 'updateSiteSectionById',
        tags: ['Sites'],
        summary: 'Update a section',
        description: 'Absent fields keep their values; null removes a value.',
        params: SectionParams,
        headers: PreferHeaders,
        body: UpdateSectionBody,
        response: { 200: Section, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { siteSectionId } = request.params;
        const site = grantedSite(request);
        const changed = await updateSection(services, site, siteSectionId, request.body);
        return sendChanged(request, reply, {
          present: async () =>
            withWarnings(await responses.section(request, changed), services.findConditionWarnings, {
              key: site,
              condition: request.body.condition,
            }),
        });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId',
      config: { ...CHANGES_STRUCTURE, errors: [lastSection, sectionNotFound] },
      schema: {
        operationId: 'deleteSiteSectionById',
        tags: ['Sites'],
        summary: 'Delete a section',
        description:
          'Removes the section and its site spaces from the site; the spaces themselves are kept. The site spaces of the last section move to the root. If it was the default section, the next one becomes the default.',
        params: SectionParams,
        response: { 205: Type.Null() },
      },
      handler: createDeletion(context, 'siteSectionId', (before, id) =>
        removeItem(before, 'site-section', id),
      ),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move',
      config: { ...CHANGES_STRUCTURE, errors: [sectionNotFound] },
      schema: {
        operationId: 'moveSiteSection',
        tags: ['Sites'],
        summary: 'Move a section',
        description: 'Moves the section next to another one, and into the same parent.',
        params: SectionParams,
        body: MoveSectionBody,
        response: { 200: Section },
      },
      handler: async (request) => {
        const { siteSectionId: id } = request.params;
        const { before, after } = request.body.position ?? {};
        const ref = (named: typeof before) => named && { type: named.type, id: named.siteSection };
        const structure = await changeStructure(context, grantedSite(request), (one) =>
          moveItem(one, 'site-section', id, toBeside(ref(before), ref(after))),
        );
        return responses.section(request, { structure, id });
      },
    });
  };
