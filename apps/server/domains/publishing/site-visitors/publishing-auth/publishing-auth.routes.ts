import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { grantedSite } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import { openSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { notImplemented } from '../../../../platform/http/errors.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import {
  PublishingAuthSchema,
  RegenerateKeyBody,
  UpdatePublishingAuthBody,
} from './publishing-auth.schemas.ts';
import {
  getPublishingAuth,
  type KeyedAuthRow,
  regenerateKey,
  updatePublishingAuth,
} from './publishing-auth.service.ts';

const PublishingAuth = refTo(PublishingAuthSchema);
const url = '/v1/orgs/:organizationId/sites/:siteId/publishing/auth';
const tags = ['Sites'];
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** How visitors of a site sign in. */
export const publishingAuthRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(PublishingAuthSchema);
    const present = (row: KeyedAuthRow): Static<typeof PublishingAuthSchema> => ({
      object: 'publishing-auth',
      backend: 'custom',
      privateKey: openSecret(context.keyRing, row.auth_key),
      ...(row.auth_old_key_until && row.auth_old_key_until > context.clock()
        ? { previousKeyUntil: row.auth_old_key_until.toISOString() }
        : {}),
      ...(row.auth_fallback_url === null ? {} : { fallbackURL: row.auth_fallback_url }),
      ...(row.auth_logout_url === null ? {} : { logoutURL: row.auth_logout_url }),
    });

    app.route({
      method: 'GET',
      url,
      config: { access: 'site:manage-keys' },
      schema: {
        operationId: 'getSitePublishingAuthById',
        tags,
        summary: 'Get the visitor authentication of a site',
        description: 'Returns the signing key for visitors, and the URL where they sign in.',
        params: SiteParams,
        response: { 200: PublishingAuth },
      },
      handler: async (request) => present(await getPublishingAuth(context, grantedSite(request))),
    });

    app.route({
      method: 'PATCH',
      url,
      config: { access: 'site:manage-keys', audit: 'site.visitor-auth-changed', errors: [notImplemented] },
      schema: {
        operationId: 'updateSitePublishingAuthById',
        tags,
        summary: 'Update the visitor authentication of a site',
        description: 'Absent fields keep their values; null removes a value.',
        params: SiteParams,
        body: UpdatePublishingAuthBody,
        response: { 200: PublishingAuth },
      },
      handler: async (request) =>
        present(await updatePublishingAuth(context, causeOf(request), grantedSite(request), request.body)),
    });

    app.route({
      method: 'POST',
      url: `${url}/regenerate`,
      config: { access: 'site:manage-keys', audit: 'site.key-regenerated' },
      schema: {
        operationId: 'regenerateSitePublishingAuthById',
        tags,
        summary: 'Regenerate the key that signs visitors in',
        description:
          'Creates a new key. By default, the old key is accepted for another day. Visits that began with the old key end when it expires.',
        params: SiteParams,
        body: RegenerateKeyBody,
        response: { 200: PublishingAuth },
      },
      handler: async (request) => {
        const { overlapSeconds = DEFAULT_OVERLAP_SECONDS } = request.body;
        return present(
          await regenerateKey(context, causeOf(request), grantedSite(request), { overlapSeconds }),
        );
      },
    });
  };
