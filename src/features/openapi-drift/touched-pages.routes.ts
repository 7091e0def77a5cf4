import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { grantedTo } from '../../access/authorize.ts';
import { readQuotaExceeded } from '../../access/read-quota.ts';
import type { Context } from '../../context.ts';
import { refTo } from '../../http/schemas.ts';
import { findComparedVersions } from '../openapi/changes.service.ts';
import { SpecParams, VersionParams } from '../openapi/openapi.schemas.ts';
import { specNotFound, specVersionNotFound } from '../openapi/openapi.service.ts';
import type { FindTouchedPages } from './find-touched-pages.ts';
import { presentTouchedPage } from './touched-pages.present.ts';
import {
  OpenAPISpecTouchedPageSchema,
  OpenAPISpecTouchedPagesSchema,
  TouchedPagesQuery,
} from './touched-pages.schemas.ts';

const VERSIONS = '/v1/orgs/:organizationId/openapi/:specSlug/versions';

/** The pages that name what changed with a version of a spec. */
export const touchedPagesRoutes =
  (context: Context, findTouchedPages: FindTouchedPages): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db, readQuota } = context;
    for (const schema of [OpenAPISpecTouchedPageSchema, OpenAPISpecTouchedPagesSchema]) app.addSchema(schema);

    for (const { url, params, name, ofWhat, by } of [
      { url: `${VERSIONS}/latest`, params: SpecParams, name: 'Latest', ofWhat: 'the latest version', by: '' },
      { url: `${VERSIONS}/:versionId`, params: VersionParams, name: '', ofWhat: 'a version', by: 'ById' },
    ] as const)
      app.route({
        method: 'GET',
        url: `${url}/pages`,
        config: {
          access: 'organization:read-openapi',
          errors: [specNotFound, specVersionNotFound, readQuotaExceeded],
        },
        schema: {
          operationId: `list${name}OpenAPISpecVersionPages${by}`,
          tags: ['OpenAPI specs'],
          summary: `List the pages that name what changed with ${ofWhat} of an OpenAPI spec`,
          description:
            'Of the spaces that you can read. Compared with the version before, or with another one.',
          params,
          querystring: TouchedPagesQuery,
          response: { 200: refTo(OpenAPISpecTouchedPagesSchema) },
        },
        handler: async (request) => {
          const { organizationId, specSlug, versionId } = request.params as Static<typeof VersionParams>;
          const { base: baseId, class: only, page, limit = 50 } = request.query;
          const { actor, role } = grantedTo(request);
          const spec = { organizationId, slug: specSlug };
          const versions = await findComparedVersions(db, spec, { versionId, baseId });
          const { base, version } = versions;
          const list = `openapi-pages:${base?.version_id}:${version.version_id}:${only ?? ''}`;
          const start = page === undefined ? 0 : cursors.open<number>(list, page);
          const caller = { organizationId, actor, role };
          const found = await readQuota.measure(request, () =>
            findTouchedPages.ofOrganization(caller, { versions, only }),
          );
          const end = start + limit;
          const { comparison, pages, isComplete } = found;
          return {
            ...(end < pages.length ? { next: { page: cursors.issue(list, end) } } : {}),
            count: pages.length,
            base: base?.version_id ?? null,
            version: version.version_id,
            isComplete,
            items: comparison
              ? pages.slice(start, end).map((one) => presentTouchedPage(one, comparison, config.baseUrl))
              : [],
          };
        },
      });
  };
