import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { grantedSite, grantedTo } from '../../../platform/access/authorize.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf } from '../../../platform/http/schemas.ts';
import { listSiteAccess } from './list-site-access.ts';
import { presentPersonOnSite } from './permissions.present.ts';
import { ListSiteAccessQuery, PARAMS, PersonOnSiteSchema } from './permissions.schemas.ts';
import type { SiteAccessPosition } from './site-access.repository.ts';

/** On a site, the public client sorts and filters the list like that of members, and names the source differently. */
export const siteAccessRoute =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, db } = context;
    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/permissions/aggregate',
      config: { access: 'site:list-permissions' },
      schema: {
        operationId: 'listPermissionsAggregateInSite',
        tags: ['Sites'],
        summary: 'List everyone with access to a site',
        description:
          'Lists every member with a role from any source, and the source of the role. Readers of the published site and people who have not accepted their invitation are not included.',
        params: PARAMS.site.place,
        querystring: ListSiteAccessQuery,
        response: { 200: listOf(PersonOnSiteSchema) },
      },
      handler: async (request) => {
        const { organizationId, siteId } = grantedSite(request);
        const { role, team: teamId, sort = 'joinedAt', order = 'desc' } = request.query;
        const search = foldName(request.query.search ?? '');
        const filters = [sort, order, role, teamId, search];
        const list = openList<SiteAccessPosition>(
          cursors,
          `permissions:aggregate:${siteId}:${JSON.stringify(filters)}`,
          request.query,
        );
        if (role === 'guest' || (teamId !== undefined && !isId(teamId))) return { count: 0, items: [] };
        const caller = await findCaller(context, grantedTo(request).actor, organizationId);
        const rows = await listSiteAccess(db, caller, siteId, {
          role,
          search,
          teamId,
          sort,
          order,
          ...list.asked,
        });
        return list.present(rows, (row) =>
          presentPersonOnSite(row, { organizationId, baseUrl: config.baseUrl }),
        );
      },
    });
  };
