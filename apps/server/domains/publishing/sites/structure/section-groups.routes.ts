import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSite } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../../content/spaces/spaces.schemas.ts';
import { SiteParams } from '../sites.schemas.ts';
import { changeStructure } from './change-structure.ts';
import { findItem } from './edits/find-items.ts';
import { moveItem, moveToGroup } from './edits/move-items.ts';
import { removeItem } from './edits/remove-items.ts';
import { createSectionGroup, updateSectionGroup } from './groups-and-links.service.ts';
import { CHANGES_STRUCTURE, createChangeResponses, createDeletion, sendChanged } from './send-change.ts';
import { toBeside } from './sort-structure.ts';
import {
  AddSectionGroupBody,
  AddSectionToGroupBody,
  GroupSectionParams,
  MoveSectionGroupBody,
  PreferHeaders,
  SectionGroupParams,
  SiteSectionGroupSchema,
  STRUCTURE_SCHEMAS,
  UpdateSectionGroupBody,
} from './structure.schemas.ts';
import {
  sectionGroupCycle,
  sectionGroupNotFound,
  sectionNotFound,
  structureTooLarge,
} from './structure-errors.ts';

const Group = refTo(SiteSectionGroupSchema);

export const sectionGroupRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS]) app.addSchema(schema);
    await app.register(groupRoutes(context));
    await app.register(groupMembershipRoutes(context));
  };

const groupRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const responses = createChangeResponses(context);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [sectionGroupNotFound, sectionNotFound, structureTooLarge],
      },
      schema: {
        operationId: 'addSectionGroupToSite',
        tags: ['Sites'],
        summary: 'Add a section group to a site',
        description:
          'Adds a group that contains the given sections. Groups can be nested up to 5 levels deep.',
        params: SiteParams,
        headers: PreferHeaders,
        body: AddSectionGroupBody,
        response: { 201: Group, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const changed = await createSectionGroup(context, grantedSite(request), request.body);
        return sendChanged(request, reply, { status: 201, present: () => responses.group(request, changed) });
      },
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [sectionGroupCycle, sectionGroupNotFound, structureTooLarge],
      },
      schema: {
        operationId: 'updateSiteSectionGroupById',
        tags: ['Sites'],
        summary: 'Update a section group',
        description: 'Absent fields keep their values; null removes a value.',
        params: SectionGroupParams,
        headers: PreferHeaders,
        body: UpdateSectionGroupBody,
        response: { 200: Group, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { siteSectionGroupId } = request.params;
        const site = grantedSite(request);
        const changed = await updateSectionGroup(context, site, siteSectionGroupId, request.body);
        return sendChanged(request, reply, { present: () => responses.group(request, changed) });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId',
      config: { ...CHANGES_STRUCTURE, errors: [sectionGroupNotFound] },
      schema: {
        operationId: 'deleteSiteSectionGroupById',
        tags: ['Sites'],
        summary: 'Delete a section group',
        description: 'Deletes the group. Its contents take its position.',
        params: SectionGroupParams,
        response: { 205: Type.Null() },
      },
      handler: createDeletion(context, 'siteSectionGroupId', (before, id) =>
        removeItem(before, 'site-section-group', id),
      ),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move',
      config: {
        ...CHANGES_STRUCTURE,
        errors: [sectionGroupCycle, sectionGroupNotFound, sectionNotFound, structureTooLarge],
      },
      schema: {
        operationId: 'moveSiteSectionGroup',
        tags: ['Sites'],
        summary: 'Move a section group',
        description: 'Moves the group next to a section or group, and into the same parent.',
        params: SectionGroupParams,
        body: MoveSectionGroupBody,
        response: { 200: Group },
      },
      handler: async (request) => {
        const { siteSectionGroupId: id } = request.params;
        const { before, after } = request.body.position ?? {};
        const structure = await changeStructure(context, grantedSite(request), (one) =>
          moveItem(one, 'site-section-group', id, toBeside(before, after)),
        );
        return responses.group(request, { structure, id });
      },
    });
  };

/** Puts sections into groups and takes them out: operations of earlier clients. */
const groupMembershipRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const responses = createChangeResponses(context);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections',
      config: { ...CHANGES_STRUCTURE, errors: [sectionGroupNotFound, sectionNotFound] },
      schema: {
        operationId: 'addSectionToGroup',
        tags: ['Sites'],
        summary: 'Put a section into a group',
        description: 'Adds the section at the end of the group.',
        params: SectionGroupParams,
        body: AddSectionToGroupBody,
        response: { 201: Group },
      },
      handler: async (request, reply) => {
        const { siteSectionGroupId: id } = request.params;
        const structure = await changeStructure(context, grantedSite(request), (before) => {
          findItem(before, 'site-section-group', id);
          return moveToGroup(before, 'site-section', request.body.sectionId, id);
        });
        reply.code(201);
        return responses.group(request, { structure, id });
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId',
      config: { ...CHANGES_STRUCTURE, errors: [sectionGroupNotFound, sectionNotFound] },
      schema: {
        operationId: 'removeSectionFromGroup',
        tags: ['Sites'],
        summary: 'Take a section out of a group',
        description: 'Moves the section to the end of the root.',
        params: GroupSectionParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        const { siteSectionGroupId, siteSectionId } = request.params;
        await changeStructure(context, grantedSite(request), (before) => {
          const { children } = findItem(before, 'site-section-group', siteSectionGroupId);
          const isThere = children.some(
            (child) => child.kind === 'site-section' && child.siteSectionId === siteSectionId,
          );
          if (!isThere) throw sectionNotFound();
          return moveToGroup(before, 'site-section', siteSectionId, null);
        });
        return sendNothing(reply, 205);
      },
    });
  };
