import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PageNode } from '@lectern/content/tree/entries';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { FindFormerPage } from '../../../content/references/former-pages.ts';
import { type Page, PageSchema, SHARED_CONTENT_SCHEMAS } from '../../../content/revisions/content.schemas.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { presentPage } from '../../../content/revisions/page.present.ts';
import { documentsOf, viewRevision } from '../../../content/revisions/revision-view.ts';
import type { Call, Granted } from '../../../platform/access/grant.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { findViewer } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { presentCollection } from '../../content/collections/collections.present.ts';
import { CollectionSchema } from '../../content/collections/collections.schemas.ts';
import { getCollectionRow } from '../../content/collections/collections.service.ts';
import { presentSpace } from '../../content/spaces/spaces.present.ts';
import { SHARED_SPACE_SCHEMAS, SpaceSchema } from '../../content/spaces/spaces.schemas.ts';
import { getKeptSpace } from '../../content/spaces/spaces.service.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { authorIdsOf, presentChangeRequest } from '../../review/change-requests/change-requests.present.ts';
import { ChangeRequestSchema } from '../../review/change-requests/change-requests.schemas.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import { createFindFormerPlace } from '../sites/former-paths/find-former-place.ts';
import { findContent, type NamedChangeRequest, noContentAtUrl } from './find-content.ts';

const FoundContentSchema = Type.Object({
  collection: Type.Optional(refTo(CollectionSchema)),
  space: Type.Optional(refTo(SpaceSchema)),
  changeRequest: Type.Optional(refTo(ChangeRequestSchema)),
  page: Type.Optional(refTo(PageSchema)),
});

/** Finds the content at an address that somebody copied from a browser. */
export const contentUrlRoutes =
  (
    context: Context,
    store: ContentStore,
    { readers, findFormerPage }: { readers: SiteReaders; findFormerPage: FindFormerPage },
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, pointers } = context;
    const findFormerPlace = createFindFormerPlace(context);
    const shared = [...SHARED_CONTENT_SCHEMAS, ...SHARED_SPACE_SCHEMAS, CollectionSchema, UserSchema];
    for (const schema of new Set([...shared, ChangeRequestSchema])) app.addSchema(schema);

    async function showSpace(granted: Granted, space: SpacePointer): Promise<Static<typeof SpaceSchema>> {
      const row = await getKeptSpace(context, space);
      return presentSpace(row, await findViewer(pointers, granted, row.organization_id), config);
    }

    async function showChangeRequest(granted: Granted, row: NamedChangeRequest) {
      const authors = await findAuthorsFor(context, granted, authorIdsOf(row));
      return presentChangeRequest(row, authors, config.baseUrl);
    }

    /** A page as it is listed: without the pages below it, which have addresses of their own. */
    async function showPage(open: OpenRevision, { entry }: PageNode): Promise<Page | undefined> {
      const node = { entry, children: undefined };
      const flags = { hasGit: true, isComputed: true };
      const view = await viewRevision(context, store, open, flags, documentsOf([node]));
      return presentPage(view, node, {});
    }

    app.route({
      method: 'GET',
      url: '/v1/urls/content',
      config: { access: 'account:read', errors: [noContentAtUrl] },
      schema: {
        operationId: 'getContentByUrl',
        tags: ['Content'],
        summary: 'Find the content at an address',
        description:
          'Finds the collection or space at an address, with its change request and page. The address is that of a page below `/app`, as in `urls.app`, or of a published site. Requires the role `read` on the collection or space.',
        querystring: Type.Object({ url: Type.String({ maxLength: 2048 }) }),
        response: { 200: FoundContentSchema },
      },
      handler: async (request: FastifyRequest<{ Querystring: { url: string } }>) => {
        const parts = { context, store, openSites: readers.openSites, findFormerPage, findFormerPlace };
        const found = await findContent(parts, request.call as Call, request.query.url);
        const { granted } = found;
        if (found.kind === 'collection') {
          const row = await getCollectionRow(db, found.collection);
          const viewer = await findViewer(pointers, granted, row.organization_id);
          return { collection: presentCollection(row, viewer, config.baseUrl) };
        }
        const { space, changeRequest, page: at } = found;
        const page = at && (await showPage(at.open, at.node));
        return {
          space: await showSpace(granted, space),
          ...(changeRequest ? { changeRequest: await showChangeRequest(granted, changeRequest) } : {}),
          ...(page ? { page } : {}),
        };
      },
    });
  };
