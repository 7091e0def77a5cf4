import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedSite, grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { createReadyResponse, sendReady } from '../../../platform/http/ready-response.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import type { LastResult } from '../../content/search/best-hits.ts';
import { SearchedSpaceSchema, SHARED_SEARCH_SCHEMAS } from '../../content/search/search.schemas.ts';
import { searchNotReady } from '../../content/search/search-store.ts';
import { SiteParams } from '../sites/sites.schemas.ts';
import { prewarmSite, type Searcher, type SiteSearchParts, searchSite } from './search-site.ts';
import { readScope, SiteSearchBody, SiteSearchQuery } from './site-search.schemas.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId/search';
const tags = ['Published content'];
const errors = [readQuotaExceeded, searchNotReady];
const audit = { none: 'It changes nothing.' };

/** Search in published sites. */
export const siteSearchRoutes =
  (context: Context, parts: SiteSearchParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, readQuota } = context;
    for (const schema of SHARED_SEARCH_SCHEMAS) app.addSchema(schema);

    const findSearcher = (request: FastifyRequest): Searcher => {
      const visitor = findVisitor(request);
      if (visitor) return { visitor };
      const { actor, role } = grantedTo(request);
      return { caller: { organizationId: grantedSite(request).organizationId, actor, role } };
    };

    app.route({
      method: 'POST',
      url: SITE,
      config: { access: 'site:read', visitors: true, audit, inMaintenance: 'reads', errors },
      schema: {
        operationId: 'searchSiteContent',
        tags,
        summary: 'Search the pages of a site',
        description:
          'Searches the content that a reader of the site sees. Pages are ranked together; each response groups its pages by space. `limit` and `count` count pages. `mode` without `scope` is supported for older clients.',
        params: SiteParams,
        querystring: SiteSearchQuery,
        body: SiteSearchBody,
        response: { 200: listOf(refTo(SearchedSpaceSchema)) },
      },
      handler: async (request, reply) => {
        const site = grantedSite(request);
        const { query } = request.body;
        const scope = readScope(request.body);
        const list = openList<LastResult>(
          cursors,
          `search-site:${site.siteId}:${JSON.stringify(scope)}:${query}`,
          request.query,
        );
        const question = { query, scope, ...list.asked, issueNext: list.cursorOf };
        const response = await readQuota.measure(request, async () =>
          createReadyResponse(JSON.stringify(await searchSite(parts, site, findSearcher(request), question))),
        );
        return sendReady(request, reply, response);
      },
    });

    app.route({
      method: 'POST',
      url: `${SITE}/prewarm`,
      config: { access: 'site:read', visitors: true, audit, inMaintenance: 'reads', errors },
      schema: {
        operationId: 'prewarmSiteSearch',
        tags,
        summary: 'Prepare a search in a site',
        description: 'Loads the search index of the site into memory, so that the first search is fast.',
        params: SiteParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const site = grantedSite(request);
        await readQuota.measure(request, () => prewarmSite(parts, site, findSearcher(request)));
        return sendNothing(reply, 204);
      },
    });
  };
