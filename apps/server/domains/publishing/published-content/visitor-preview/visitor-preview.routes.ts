import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import { grantedSite, grantedTo } from '../../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../../platform/access/read-quota.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import { findRole, findStanding } from '../../../../platform/access/space-role.ts';
import type { Claims } from '../../../../platform/access/visitor.ts';
import type { Context } from '../../../../platform/context.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import type { SiteReaders } from '../../site-visitors/site-readers.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { compareViews, previewVisitor } from './preview-visitor.ts';
import { MAX_PREVIEWED_SPACES, VisitorPreviewBody, VisitorPreviewSchema } from './visitor-preview.schemas.ts';

/** For two visitors: a token with the claims of one has at most 8 kB. The response repeats values of claims. */
const MAX_BODY_BYTES = 32_000;

/** A preview of the parts of a site that a visitor would see. */
export const visitorPreviewRoutes =
  (context: Context, store: ContentStore, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { pointers, clock, readQuota } = context;
    app.addSchema(VisitorPreviewSchema);

    /** The current revision of a space that the caller may read. */
    async function openSpace(request: FastifyRequest, spaceId: string): Promise<OpenRevision | undefined> {
      const space = await pointers.spaces.find(spaceId);
      if (!space || space.deletedAt) return undefined;
      const standing = await findStanding(pointers, grantedTo(request).actor, space.organizationId);
      const role = await findRole(pointers, standing, space);
      return isAtLeast(role, 'read') ? store.open(space, space.revisionId) : undefined;
    }

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/visitor-preview',
      bodyLimit: MAX_BODY_BYTES,
      config: {
        access: 'site:read',
        audit: { none: 'It changes nothing.' },
        inMaintenance: 'reads',
        errors: [readQuotaExceeded],
      },
      schema: {
        operationId: 'previewSiteVisitor',
        tags: ['Sites'],
        summary: 'Preview what a visitor sees of a site',
        description:
          'Lists the sections, site spaces, pages and blocks that a visitor with these claims sees. For everything that is hidden, returns the condition and the values that it was evaluated with. With a second visitor, lists the differences between the two.',
        params: SiteParams,
        body: VisitorPreviewBody,
        response: { 200: refTo(VisitorPreviewSchema) },
      },
      handler: async (request) => {
        const { claims = {}, compareWith, draft = false, siteSpaces } = request.body;
        const open = await readers.openSites.open(grantedSite(request));
        const preview = (shownClaims: Claims) =>
          previewVisitor(store, open, {
            claims: shownClaims,
            seesDrafts: draft,
            now: clock(),
            isPreviewed: ({ siteSpaceId }, position) =>
              siteSpaces ? siteSpaces.includes(siteSpaceId) : position < MAX_PREVIEWED_SPACES,
            openSpace: (spaceId) => openSpace(request, spaceId),
          });
        return readQuota.measure(request, async () => {
          const visitor = await preview(claims);
          const object = 'visitor-preview' as const;
          if (!compareWith) return { object, visitor };
          const comparedWith = await preview(compareWith.claims);
          return { object, visitor, comparedWith, differences: compareViews(visitor, comparedWith) };
        });
      },
    });
  };
