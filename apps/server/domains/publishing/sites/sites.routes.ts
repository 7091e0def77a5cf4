import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedSite, grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { assertScope } from '../../../platform/access/grant.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import { findStanding, siteRole } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { notImplemented } from '../../../platform/http/errors.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentSite } from './sites.present.ts';
import { listSiteRows, type SiteRow } from './sites.queries.ts';
import {
  CreateSiteBody,
  ListSitesQuery,
  SiteParams,
  SiteSchema,
  SitesParams,
  UpdateSiteBody,
} from './sites.schemas.ts';
import {
  basenameTaken,
  type ChangeHostname,
  createSiteWithSpaces,
  deleteSite,
  getSiteRow,
  nothingToPublish,
  publishSite,
  unpublishSite,
  updateSite,
  withdrawRevisions,
} from './sites.service.ts';
import { sectionNotFound, siteSpaceNotFound } from './structure/structure-errors.ts';

const Site = refTo(SiteSchema);
const NO_SITES = { rows: [], count: 0, next: undefined };

export const siteRoutes =
  (context: Context, changeHostname: ChangeHostname): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(SiteSchema);
    await app.register(siteListRoutes(context));
    await app.register(oneSiteRoutes(context, changeHostname));
    await app.register(publicationRoutes(context));
  };

/** Presents a site with the role that the caller has now: a change of the default level may have moved it. */
const createPresent =
  ({ config, pointers }: Context) =>
  async (request: FastifyRequest, row: SiteRow) => {
    const standing = await findStanding(pointers, grantedTo(request).actor, row.organization_id);
    const defaultLevel = row.default_level as DefaultLevel;
    return presentSite(row, siteRole(standing, { siteId: row.site_id, defaultLevel }), config);
  };

/** Lists the sites of an organization, and creates them. */
const siteListRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db } = context;
    const present = createPresent(context);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites',
      config: { access: 'organization:view' },
      schema: {
        operationId: 'listSites',
        tags: ['Sites'],
        summary: 'List the sites of an organization',
        description: 'Lists the sites that you can read, oldest first.',
        params: SitesParams,
        querystring: ListSitesQuery,
        response: { 200: listOf(Site) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const { space: spaceId, title, published: isPublished, type } = request.query;
        const list = openList<string>(
          cursors,
          `sites:${JSON.stringify([organizationId, spaceId, title, isPublished, type])}`,
          request.query,
        );
        const isNone =
          (type && ![type].flat().includes('ultimate')) || (spaceId !== undefined && !isId(spaceId));
        const rows = isNone
          ? NO_SITES
          : await listSiteRows(
              db,
              { organizationId, actor, role },
              { spaceId, title, isPublished, ...list.asked },
            );
        return list.present(rows, (row) => presentSite(row, row.role, config));
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites',
      config: {
        access: 'organization:create-site',
        audit: { none: 'The site is not published yet, so that nobody gets access by it.' },
        errors: [insufficientRole, spaceNotFound],
      },
      schema: {
        operationId: 'createSite',
        tags: ['Sites'],
        summary: 'Create a site',
        description:
          'Creates a site with these spaces at its root. It is not published yet. Requires the role `admin` in the organization.',
        params: SitesParams,
        body: CreateSiteBody,
        response: { 201: Site },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await createSiteWithSpaces(context, actor, request.params.organizationId, request.body);
        const site = await present(request, row);
        reply.code(201).header('location', site.urls.location);
        return site;
      },
    });
  };

const oneSiteRoutes =
  (context: Context, changeHostname: ChangeHostname): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context;
    const present = createPresent(context);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId',
      config: { access: 'site:read' },
      schema: {
        operationId: 'getSiteById',
        tags: ['Sites'],
        summary: 'Get a site',
        params: SiteParams,
        response: { 200: Site },
      },
      handler: async (request) => present(request, await getSiteRow(db, grantedSite(request))),
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/sites/:siteId',
      config: {
        access: 'site:administer',
        audit: ['site.updated', 'site.hostname-changed', 'permission.default-changed'],
        errors: [basenameTaken, notImplemented, sectionNotFound, siteSpaceNotFound],
      },
      schema: {
        operationId: 'updateSiteById',
        tags: ['Sites'],
        summary: 'Update a site',
        description:
          'Absent fields keep their values. Changing `defaultLevel` requires a token with the scope `admin`.',
        params: SiteParams,
        body: UpdateSiteBody,
        response: { 200: Site },
      },
      handler: async (request) => {
        if (request.body.defaultLevel !== undefined) assertScope(grantedTo(request), 'admin');
        const updating = { ...context, changeHostname };
        const row = await updateSite(updating, causeOf(request), grantedSite(request), request.body);
        return present(request, row);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/sites/:siteId',
      config: { access: 'site:administer', audit: 'site.deleted' },
      schema: {
        operationId: 'deleteSiteById',
        tags: ['Sites'],
        summary: 'Delete a site',
        description:
          'Deletes the site with its structure, share links, redirects and settings. It cannot be restored. Its spaces are kept.',
        params: SiteParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteSite(context, causeOf(request), grantedSite(request));
        return sendNothing(reply, 205);
      },
    });
  };

/** Publishes sites, unpublishes them and withdraws what visitors can still read. */
const publicationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const present = createPresent(context);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/publish',
      config: { access: 'site:administer', audit: 'site.published', errors: [nothingToPublish] },
      schema: {
        operationId: 'publishSite',
        tags: ['Sites'],
        summary: 'Publish a site',
        description:
          'Makes the site available to readers, as its visibility allows. If the site is already published, nothing changes.',
        params: SiteParams,
        response: { 200: Site },
      },
      handler: async (request) =>
        present(request, await publishSite(context, causeOf(request), grantedSite(request))),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/unpublish',
      config: { access: 'site:administer', audit: 'site.unpublished' },
      schema: {
        operationId: 'unpublishSite',
        tags: ['Sites'],
        summary: 'Unpublish a site',
        description: 'Takes the site offline for readers. Its settings are kept.',
        params: SiteParams,
        response: { 200: Site },
      },
      handler: async (request) =>
        present(request, await unpublishSite(context, causeOf(request), grantedSite(request))),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/withdraw-revisions',
      config: { access: 'site:administer', audit: 'site.revisions-withdrawn' },
      schema: {
        operationId: 'withdrawSiteRevisions',
        tags: ['Sites'],
        summary: 'Withdraw the earlier revisions of a site',
        description:
          'For ten minutes after an edit, visitors can still read the previous revision, so that they can finish the page that they opened. After this call, they can read only the current revisions of the spaces on the site. Later edits are not affected.',
        params: SiteParams,
        response: { 200: Site },
      },
      handler: async (request) =>
        present(request, await withdrawRevisions(context, causeOf(request), grantedSite(request))),
    });
  };
