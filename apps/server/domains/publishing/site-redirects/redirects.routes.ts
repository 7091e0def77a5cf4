import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { Type } from 'typebox';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedSite } from '../../../platform/access/authorize.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { readersUrl } from '../site-visitors/readers-url.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { SiteParams } from '../sites/sites.schemas.ts';
import type { FindRedirect } from './find-redirect.ts';
import { listRedirects, type RedirectPosition } from './list-redirects.queries.ts';
import { lookAs } from './look-as.ts';
import {
  noRedirect,
  redirectLoop,
  redirectNotFound,
  sourceTaken,
  tooManyRedirects,
} from './redirect-errors.ts';
import { readSearch } from './redirect-source.ts';
import { presentListedRedirect, presentRedirect } from './redirects.present.ts';
import { findRedirectById } from './redirects.repository.ts';
import {
  CreateRedirectBody,
  FindRedirectQuery,
  FoundRedirectSchema,
  ListRedirectsQuery,
  RedirectParams,
  SiteRedirectSchema,
  UpdateRedirectBody,
  UpsertRedirectsBody,
  UpsertResultsSchema,
} from './redirects.schemas.ts';
import { createRedirect, removeRedirect, updateRedirect } from './redirects.service.ts';
import { upsertRedirects } from './upsert-redirects.ts';

const SiteRedirect = refTo(SiteRedirectSchema);
const tags = ['Sites'];
const url = '/v1/orgs/:organizationId/sites/:siteId/redirects';
const audit = { none: 'It changes content, not people or access.' };

/** Where readers of a site are sent who ask for a path at which there is no page. */
export const redirectRoutes =
  (
    context: Context,
    store: ContentStore,
    { readers: { openSites }, findRedirect }: { readers: SiteReaders; findRedirect: FindRedirect },
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { clock, config, cursors, db } = context;
    const parts = { context, store };
    app.addSchema(SiteRedirectSchema);

    const locationOf = ({ organizationId, siteId }: SitePointer, redirectId: string): string =>
      `${config.baseUrl}/v1/orgs/${organizationId}/sites/${siteId}/redirects/${redirectId}`;

    app.route({
      method: 'GET',
      url,
      config: { access: 'site:read' },
      schema: {
        operationId: 'listSiteRedirects',
        tags,
        summary: 'List the redirects of a site',
        description: 'Lists live redirects, or drafts.',
        params: SiteParams,
        querystring: ListRedirectsQuery,
        response: { 200: listOf(SiteRedirect) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { draft = false, orderBy = 'createdAt' } = request.query;
        const search = readSearch(request.query.search ?? '');
        const list = openList<RedirectPosition>(
          cursors,
          `redirects:${site.siteId}:${JSON.stringify([draft, orderBy, search])}`,
          request.query,
        );
        const rows = await listRedirects(db, site, { isDraft: draft, search, orderBy, ...list.asked });
        return list.present(rows, presentListedRedirect);
      },
    });

    app.route({
      method: 'POST',
      url,
      config: { access: 'site:edit', audit, errors: [sourceTaken, redirectLoop, tooManyRedirects] },
      schema: {
        operationId: 'createSiteRedirect',
        tags,
        summary: 'Create a redirect',
        description:
          'If there is a page, section or variant at the source, it is shown instead, and `warnings` reports it.',
        params: SiteParams,
        body: CreateRedirectBody,
        response: { 201: SiteRedirect },
      },
      handler: async (request, reply) => {
        const site = grantedSite(request);
        const { redirect, warnings } = await createRedirect(parts, site, request.body);
        reply.code(201).header('location', locationOf(site, redirect.redirectId));
        return presentRedirect(redirect, warnings);
      },
    });

    app.route({
      method: 'PUT',
      url,
      config: { access: 'site:edit', audit },
      schema: {
        operationId: 'bulkUpsertSiteRedirects',
        tags,
        summary: 'Create, update, delete or publish redirects',
        description:
          'Performs up to 500 operations in order. Each succeeds or fails independently, as its `status` shows.',
        params: SiteParams,
        body: UpsertRedirectsBody,
        response: { 200: UpsertResultsSchema },
      },
      handler: async (request) => ({
        results: await upsertRedirects(parts, grantedSite(request), request.body.redirects),
      }),
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/redirect',
      config: { access: 'site:read', visitors: true, errors: [noRedirect] },
      schema: {
        operationId: 'getSiteRedirectBySource',
        tags,
        summary: 'Find the redirect of a path',
        description:
          'Finds the redirect with exactly this source, or else the longest matching wildcard, and its final target after all further redirects. Redirects whose destination you cannot see are ignored.',
        params: SiteParams,
        querystring: FindRedirectQuery,
        response: { 200: FoundRedirectSchema },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const open = await openSites.open(site);
        const { source: path, shareKey } = request.query;
        const found = await findRedirect(site, {
          ...lookAs({ open, store }, findVisitor(request), clock()),
          siteUrl: readersUrl(config, open, shareKey ?? undefined),
          path,
        });
        if (!found) throw noRedirect();
        return { redirect: presentRedirect(found.redirect), target: found.target };
      },
    });
  };

/** One redirect of a site. */
export const siteRedirectRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db } = context;
    const parts = { context, store };
    app.addSchema(SiteRedirectSchema);

    app.route({
      method: 'GET',
      url: `${url}/:siteRedirectId`,
      config: { access: 'site:read', errors: [redirectNotFound] },
      schema: {
        operationId: 'getSiteRedirectById',
        tags,
        summary: 'Get a redirect',
        params: RedirectParams,
        response: { 200: SiteRedirect },
      },
      handler: async (request) => {
        const { siteRedirectId: id } = request.params;
        const redirect = isId(id) ? await findRedirectById(db, grantedSite(request), id) : undefined;
        if (!redirect) throw redirectNotFound();
        return presentRedirect(redirect);
      },
    });

    app.route({
      method: 'PATCH',
      url: `${url}/:siteRedirectId`,
      config: { access: 'site:edit', audit, errors: [redirectNotFound, sourceTaken, redirectLoop] },
      schema: {
        operationId: 'updateSiteRedirectById',
        tags,
        summary: 'Update a redirect',
        description: 'Absent fields keep their values.',
        params: RedirectParams,
        body: UpdateRedirectBody,
        response: { 200: SiteRedirect },
      },
      handler: async (request) => {
        const named = { site: grantedSite(request), redirectId: request.params.siteRedirectId };
        const { redirect, warnings } = await updateRedirect(parts, named, request.body);
        return presentRedirect(redirect, warnings);
      },
    });

    app.route({
      method: 'DELETE',
      url: `${url}/:siteRedirectId`,
      config: { access: 'site:edit', audit, errors: [redirectNotFound] },
      schema: {
        operationId: 'deleteSiteRedirectById',
        tags,
        summary: 'Delete a redirect',
        params: RedirectParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        const redirectId = request.params.siteRedirectId;
        await removeRedirect(parts, { site: grantedSite(request), redirectId });
        return sendNothing(reply, 205);
      },
    });
  };
