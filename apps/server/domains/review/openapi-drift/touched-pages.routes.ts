import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { SHARED_CONTENT_SCHEMAS } from '../../../content/revisions/content.schemas.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import { cutSorted } from '../../../platform/http/lists.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { findComparedVersions } from '../../specs/changes.service.ts';
import { SpecParams, VersionParams } from '../../specs/openapi.schemas.ts';
import { specNotFound, specVersionNotFound } from '../../specs/openapi.service.ts';
import { authorIdsOf, presentChangeRequest } from '../change-requests/change-requests.present.ts';
import { ChangeRequestSchema } from '../change-requests/change-requests.schemas.ts';
import { draftChangeRequest, noTouchedPages } from './draft-change-request.ts';
import { createFindTouchedPages, type TouchedPage } from './find-touched-pages.ts';
import { presentTouchedPage } from './touched-pages.present.ts';
import {
  DraftFromChangesBody,
  OpenAPISpecTouchedPageSchema,
  OpenAPISpecTouchedPagesSchema,
  TouchedPagesQuery,
} from './touched-pages.schemas.ts';

const VERSIONS = '/v1/orgs/:organizationId/openapi/:specSlug/versions';

/** The pages that name what changed with a version of a spec. */
export const touchedPagesRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db, readQuota } = context;
    const findTouchedPages = createFindTouchedPages(context, store);
    for (const schema of [
      ...SHARED_CONTENT_SCHEMAS,
      UserSchema,
      ChangeRequestSchema,
      OpenAPISpecTouchedPageSchema,
      OpenAPISpecTouchedPagesSchema,
    ])
      app.addSchema(schema);

    const findVersions = (
      { organizationId, specSlug: slug, versionId }: Static<typeof VersionParams>,
      baseId: string | undefined,
    ) => findComparedVersions(db, { organizationId, slug }, { versionId, baseId });

    for (const { url, params, name, ofWhat, by } of [
      { url: `${VERSIONS}/latest`, params: SpecParams, name: 'Latest', ofWhat: 'the latest version', by: '' },
      { url: `${VERSIONS}/:versionId`, params: VersionParams, name: '', ofWhat: 'a version', by: 'ById' },
    ] as const) {
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
          summary: `List the pages that mention the changes in ${ofWhat} of an OpenAPI spec`,
          description:
            'Lists pages in the spaces that you can read. The version is compared with the previous one, or with the version in `base`.',
          params,
          querystring: TouchedPagesQuery,
          response: { 200: refTo(OpenAPISpecTouchedPagesSchema) },
        },
        handler: async (request) => {
          const named = request.params as Static<typeof VersionParams>;
          const { organizationId } = named;
          const { base: baseId, class: only } = request.query;
          const { actor, role } = grantedTo(request);
          const versions = await findVersions(named, baseId);
          const { base, version } = versions;
          const list = openList<string>(
            cursors,
            `openapi-pages:${base?.version_id}:${version.version_id}:${only ?? ''}`,
            request.query,
          );
          const caller = { organizationId, actor, role };
          const found = await readQuota.measure(request, () =>
            findTouchedPages.ofOrganization(caller, { versions, only }),
          );
          const { comparison, isComplete } = found;
          const sorted = found.pages.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
          const pages = cutSorted(sorted, list.asked, keyOf);
          const items = comparison
            ? pages.rows.map((one) => presentTouchedPage(one, comparison, config.baseUrl))
            : [];
          return {
            ...list.answer(pages, items),
            base: base?.version_id ?? null,
            version: version.version_id,
            isComplete,
          };
        },
      });

      app.route({
        method: 'POST',
        url: `${url}/change-requests`,
        config: {
          access: 'organization:draft-from-openapi',
          audit: { none: 'It creates a draft, which changes no content.' },
          errors: [
            specNotFound,
            specVersionNotFound,
            spaceNotFound,
            insufficientRole,
            noTouchedPages,
            readQuotaExceeded,
          ],
        },
        schema: {
          operationId: `create${name}OpenAPISpecVersionChangeRequest${by}`,
          tags: ['OpenAPI specs'],
          summary: `Create a change request for the changes in ${ofWhat} of an OpenAPI spec`,
          description:
            'Creates a draft in the space. Its description is a checklist of the pages that mention the changes, with the places on each page.',
          params,
          body: DraftFromChangesBody,
          response: { 201: refTo(ChangeRequestSchema) },
        },
        handler: async (request, reply) => {
          const named = request.params as Static<typeof VersionParams>;
          const { organizationId } = named;
          const { space, base: baseId, class: only } = request.body;
          const granted = grantedTo(request);
          const versions = await findVersions(named, baseId);
          const row = await readQuota.measure(request, () =>
            draftChangeRequest(
              { context, store, findTouchedPages },
              { actor: granted.actor, organizationId },
              space,
              { versions, only },
            ),
          );
          const authors = await findAuthorsFor(context, granted, authorIdsOf(row));
          const shown = presentChangeRequest(row, authors, config.baseUrl);
          reply.code(201).header('location', shown.urls.location);
          return shown;
        },
      });
    }
  };

/** Pages move within their space, so their ids order them. */
const keyOf = ({ space, kind, id }: TouchedPage): string => `${space.spaceId}/${kind}/${id}`;
