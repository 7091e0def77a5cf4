import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { grantedSite } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import type { KeyRing } from '../../../../platform/access/keys.ts';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import { openSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { openList } from '../../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../../platform/http/schemas.ts';
import { type SitesOrigin, siteUrl } from '../../../../platform/http/site-url.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import type { ShareLinkRow } from './share-links.repository.ts';
import {
  CreateShareLinkBody,
  ListShareLinksQuery,
  ShareLinkParams,
  ShareLinkSchema,
  UpdateShareLinkBody,
} from './share-links.schemas.ts';
import {
  createShareLink,
  deleteShareLink,
  getShareLink,
  listShareLinks,
  shareLinkNotFound,
  tooManyShareLinks,
  updateShareLink,
} from './share-links.service.ts';

function presentShareLink(
  row: ShareLinkRow,
  site: SitePointer,
  { config, keyRing }: { config: SitesOrigin; keyRing: KeyRing },
): Static<typeof ShareLinkSchema> {
  const key = openSecret(keyRing, row.sealed_key);
  return {
    object: 'share-link',
    id: row.share_link_id,
    createdAt: row.created_at.toISOString(),
    name: row.name,
    active: row.is_active,
    ...(row.expires_at ? { expiresAt: row.expires_at.toISOString() } : {}),
    urls: site.isPublished ? { published: `${siteUrl(config, site)}${key}/` } : {},
  };
}

const ShareLink = refTo(ShareLinkSchema);
const url = '/v1/orgs/:organizationId/sites/:siteId/share-links';
const tags = ['Sites'];

export const shareLinkRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, db, config } = context;
    app.addSchema(ShareLinkSchema);
    const present = (row: ShareLinkRow, site: SitePointer) => presentShareLink(row, site, context);

    app.route({
      method: 'GET',
      url,
      config: { access: 'site:read-share-links' },
      schema: {
        operationId: 'listSiteShareLinks',
        tags,
        summary: 'List the share links of a site',
        description: 'The URLs contain secret keys: anyone who has one can read the site.',
        params: SiteParams,
        querystring: ListShareLinksQuery,
        response: { 200: listOf(ShareLink) },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        const { search } = request.query;
        const list = openList<string>(cursors, `share-links:${site.siteId}:${search ?? ''}`, request.query);
        const rows = await listShareLinks(db, site, { search, ...list.asked });
        return list.present(rows, (row) => present(row, site));
      },
    });

    app.route({
      method: 'POST',
      url,
      config: { access: 'site:edit', audit: 'share-link.created', errors: [tooManyShareLinks] },
      schema: {
        operationId: 'createSiteShareLink',
        tags,
        summary: 'Create a share link',
        description: 'The link opens the site while the visibility of the site is `share-link`.',
        params: SiteParams,
        body: CreateShareLinkBody,
        response: { 201: ShareLink },
      },
      handler: async (request, reply) => {
        const site = grantedSite(request);
        const row = await createShareLink(context, causeOf(request), site, request.body);
        const { organizationId, siteId } = site;
        reply
          .code(201)
          .header(
            'location',
            `${config.baseUrl}/v1/orgs/${organizationId}/sites/${siteId}/share-links/${row.share_link_id}`,
          );
        return present(row, site);
      },
    });

    app.route({
      method: 'GET',
      url: `${url}/:shareLinkId`,
      config: { access: 'site:read-share-links', errors: [shareLinkNotFound] },
      schema: {
        operationId: 'getSiteShareLinkById',
        tags,
        summary: 'Get a share link',
        params: ShareLinkParams,
        response: { 200: ShareLink },
      },
      handler: async (request) => {
        const site = grantedSite(request);
        return present(await getShareLink(db, site, request.params.shareLinkId), site);
      },
    });

    app.route({
      method: 'PATCH',
      url: `${url}/:shareLinkId`,
      config: { access: 'site:edit', audit: 'share-link.updated', errors: [shareLinkNotFound] },
      schema: {
        operationId: 'updateSiteShareLinkById',
        tags,
        summary: 'Update a share link',
        description: 'An inactive link stops working immediately, even for readers who used it before.',
        params: ShareLinkParams,
        body: UpdateShareLinkBody,
        response: { 200: ShareLink },
      },
      handler: async (request) => {
        const { organizationId, siteId, shareLinkId } = request.params;
        const key = { organizationId, siteId, shareLinkId };
        const row = await updateShareLink(context, causeOf(request), key, request.body);
        return present(row, grantedSite(request));
      },
    });

    app.route({
      method: 'DELETE',
      url: `${url}/:shareLinkId`,
      config: { access: 'site:edit', audit: 'share-link.deleted', errors: [shareLinkNotFound] },
      schema: {
        operationId: 'deleteSiteShareLinkById',
        tags,
        summary: 'Delete a share link',
        params: ShareLinkParams,
        response: { 205: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId, siteId, shareLinkId } = request.params;
        await deleteShareLink(context, causeOf(request), { organizationId, siteId, shareLinkId });
        return sendNothing(reply, 205);
      },
    });
  };
