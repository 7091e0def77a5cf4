import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../../platform/access/access-errors.ts';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import { findRole, findStanding } from '../../../../platform/access/space-role.ts';
import type { PreviewedContent } from '../../../../platform/access/visitor.ts';
import type { Context } from '../../../../platform/context.ts';
import { changeRequestNotFound } from '../../../review/change-requests/change-request-errors.ts';
import { getChangeRequest } from '../../../review/change-requests/change-requests.service.ts';
import type { SiteReaders } from '../../site-visitors/site-readers.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { siteSpaceNotFound } from '../../sites/structure/structure-errors.ts';
import { createPreview } from './create-preview.ts';
import { PreviewQuery, PreviewSchema } from './previews.schemas.ts';

/** Addresses at which members see a site as it would be. */
export const previewRoutes =
  (context: Context, store: ContentStore, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { pointers } = context;

    /** The change request or revision that the preview shows, if the caller may read it. */
    async function findContent(
      request: FastifyRequest,
      spaceId: string,
      asked: { changeRequest?: string; revision?: string },
    ): Promise<Pick<PreviewedContent, 'changeRequestId' | 'revisionId'>> {
      if (asked.changeRequest === undefined && asked.revision === undefined) return {};
      const { actor } = grantedTo(request);
      const space = await pointers.spaces.find(spaceId);
      const standing = space && (await findStanding(pointers, actor, space.organizationId));
      const role = space && (await findRole(pointers, standing, space));
      if (!space || !isAtLeast(role ?? null, 'read')) throw spaceNotFound();
      if (asked.revision !== undefined) {
        await store.keepForGood(space, asked.revision);
        return { revisionId: asked.revision };
      }
      const granted = { actor, role: role ?? null };
      const row = await getChangeRequest(context, space, asked.changeRequest as string, granted);
      return { changeRequestId: row.change_request_id };
    }

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/sites/:siteId/publishing/preview',
      config: {
        access: 'site:read',
        errors: [siteSpaceNotFound, spaceNotFound, changeRequestNotFound, revisionNotFound],
      },
      schema: {
        operationId: 'getSitePublishingPreviewById',
        tags: ['Sites'],
        summary: 'Get an address that previews a site',
        description:
          'The address opens the site for one hour as a visitor with these claims, even if the site is not published. It can show a change request or an old revision of the space. It stops working when you can no longer read the site, or when the session or token that requested it ends.',
        params: SiteParams,
        querystring: PreviewQuery,
        response: { 200: PreviewSchema },
      },
      handler: async (request) => {
        const { siteSpace, claims, draft = true, target, ...content } = request.query;
        const site = grantedSite(request);
        const { actor } = grantedTo(request);
        const { url, expiresAt } = await createPreview(context, readers, site, {
          siteSpaceId: siteSpace,
          claims,
          seesDrafts: draft,
          target,
          by: actor.sessionId ?? actor.tokenId,
          findContent: (spaceId) => findContent(request, spaceId, content),
        });
        return { url, expiresAt: expiresAt.toISOString(), site: site.siteId };
      },
    });
  };
