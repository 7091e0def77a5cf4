import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { cutMovable } from '../../../../platform/http/lists.ts';
import { openList } from '../../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../../platform/http/schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../../content/spaces/spaces.schemas.ts';
import {
  findDefaultSiteSpace,
  idOf,
  itemsBelow,
  listSections,
  listSiteSpaces,
  withoutDeletedSpaces,
} from '../site-structure.ts';
import { SiteParams } from '../sites.schemas.ts';
import { loadStructure } from '../structure.queries.ts';
import { changeStructure } from './change-structure.ts';
import { readStructureParts } from './read-structure.ts';
import { createChangeResponses, sendChanged } from './send-change.ts';
import { sortStructure, toBeside } from './sort-structure.ts';
import { presentGroup, presentSection, presentSiteSpace, presentStructure } from './structure.present.ts';
import {
  ListGroupsQuery,
  ListSiteSpacesQuery,
  ListStructureQuery,
  PreferHeaders,
  SiteSectionGroupSchema,
  SiteSectionSchema,
  SiteSpaceSchema,
  SiteStructureSchema,
  SortStructureBody,
  STRUCTURE_SCHEMAS,
  StructureItemSchema,
  StructureQuery,
} from './structure.schemas.ts';
import {
  externalLinkNotFound,
  sectionGroupCycle,
  sectionGroupNotFound,
  sectionNotFound,
  sitePathTaken,
  siteSpaceNotFound,
  structureTooLarge,
} from './structure-errors.ts';

/** The structure as a whole. */
export const structureRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS]) app.addSchema(schema);
    await app.register(readStructureRoutes(context));
    await app.register(sortStructureRoute(context));
  };

const readStructureRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db } = context;

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/structure',
      config: { access: 'site:read' },
      schema: {
        operationId: 'getSiteStructure',
        tags: ['Sites'],
        summary: 'Get the structure of a site',
        description: 'Returns all sections, groups, links and site spaces in order, including drafts.',
        params: SiteParams,
        querystring: StructureQuery,
        response: { 200: refTo(SiteStructureSchema) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { actor } = grantedTo(request);
        const structure = withoutDeletedSpaces(await loadStructure(db, site));
        const { shareKey } = request.query;
        return presentStructure(
          structure,
          await readStructureParts(context, { site, structure, actor, shareKey }),
        );
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/sections',
      config: { access: 'site:read' },
      schema: {
        operationId: 'listSiteSections',
        tags: ['Sites'],
        summary: 'List the sections of a site',
        description: 'Lists all sections, including those in groups, in the order in which readers see them.',
        params: SiteParams,
        querystring: ListStructureQuery,
        response: { 200: listOf(refTo(SiteSectionSchema)) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { actor } = grantedTo(request);
        const { shareKey } = request.query;
        const list = openList<string>(cursors, `site-sections:${site.siteId}`, request.query);
        const structure = withoutDeletedSpaces(await loadStructure(db, site));
        const sections = cutMovable(listSections(structure), list.asked, idOf);
        const siteSpaces = sections.rows.flatMap((section) => section.siteSpaces);
        const parts = await readStructureParts(context, { site, structure, actor, shareKey, siteSpaces });
        return list.present(sections, (section) => presentSection(section, parts));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/site-spaces',
      config: { access: 'site:read' },
      schema: {
        operationId: 'listSiteSpaces',
        tags: ['Sites'],
        summary: 'List the spaces of a site',
        description: 'Lists the site spaces of all sections, in the order in which readers see them.',
        params: SiteParams,
        querystring: ListSiteSpacesQuery,
        response: { 200: listOf(refTo(SiteSpaceSchema)) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { actor } = grantedTo(request);
        const { shareKey, default: isDefault } = request.query;
        const list = openList<string>(cursors, `site-spaces:${site.siteId}:${isDefault}`, request.query);
        const structure = withoutDeletedSpaces(await loadStructure(db, site));
        const byDefault = findDefaultSiteSpace(structure);
        const matching = listSiteSpaces(structure).filter(
          (entry) => isDefault === undefined || (entry === byDefault) === isDefault,
        );
        const entries = cutMovable(matching, list.asked, idOf);
        const parts = await readStructureParts(context, {
          site,
          structure,
          actor,
          shareKey,
          siteSpaces: entries.rows,
        });
        return list.present(entries, (entry) => presentSiteSpace(entry, parts));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/section-groups',
      config: { access: 'site:read' },
      schema: {
        operationId: 'listSiteSectionGroups',
        tags: ['Sites'],
        summary: 'List the section groups of a site',
        description: 'Lists all groups in order, including nested ones, each with its contents.',
        params: SiteParams,
        querystring: ListGroupsQuery,
        response: { 200: listOf(refTo(SiteSectionGroupSchema)) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { actor } = grantedTo(request);
        const list = openList<string>(cursors, `site-section-groups:${site.siteId}`, request.query);
        const structure = withoutDeletedSpaces(await loadStructure(db, site));
        const groups = [...itemsBelow(structure.items)].filter((item) => item.kind === 'site-section-group');
        const parts = await readStructureParts(context, { site, structure, actor });
        return list.present(cutMovable(groups, list.asked, idOf), (group) => presentGroup(group, parts));
      },
    });
  };

const sortStructureRoute =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const responses = createChangeResponses(context);

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/sites/:siteId/structure/sort',
      config: {
        access: 'site:edit',
        audit: { none: 'It changes what a site shows, not whom it lets in.' },
        errors: [
          externalLinkNotFound,
          sectionGroupCycle,
          sectionGroupNotFound,
          sectionNotFound,
          sitePathTaken,
          siteSpaceNotFound,
          structureTooLarge,
        ],
      },
      schema: {
        operationId: 'sortSiteStructure',
        tags: ['Sites'],
        summary: 'Move anything in the structure of a site',
        description:
          'Moves a site space, section, group or link next to another item: into the section or group of that one, or to the root.',
        params: SiteParams,
        headers: PreferHeaders,
        body: SortStructureBody,
        response: { 200: StructureItemSchema, 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { item, position } = request.body;
        const structure = await changeStructure(context, grantedSite(request), (before) =>
          sortStructure(before, item, toBeside(position.before, position.after)),
        );
        const present = {
          'site-space': responses.siteSpace,
          'site-section': responses.section,
          'site-section-group': responses.group,
          'site-external-link': responses.link,
        }[item.type];
        return sendChanged(request, reply, {
          present: async () => present(request, { structure, id: item.id }),
        });
      },
    });
  };
