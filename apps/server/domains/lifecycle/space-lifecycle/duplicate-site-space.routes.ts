import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  collectionNotFound,
  insufficientRole,
  spaceNotFound,
} from '../../../platform/access/access-errors.ts';
import { grantedSite, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { SHARED_SPACE_SCHEMAS } from '../../content/spaces/spaces.schemas.ts';
import { createChangeResponses } from '../../publishing/sites/structure/send-change.ts';
import {
  DuplicateSiteSpaceBody,
  SiteSpaceParams,
  SiteSpaceSchema,
  STRUCTURE_SCHEMAS,
} from '../../publishing/sites/structure/structure.schemas.ts';
import { siteSpaceNotFound, structureTooLarge } from '../../publishing/sites/structure/structure-errors.ts';
import { duplicateSiteSpace } from './duplicate-site-space.ts';

export const duplicateSiteSpaceRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const responses = createChangeResponses(context);
    for (const schema of [...SHARED_SPACE_SCHEMAS, ...STRUCTURE_SCHEMAS]) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate',
      config: {
        access: 'site:edit',
        audit: { none: 'It changes what a site shows, not whom it lets in.' },
        errors: [collectionNotFound, insufficientRole, siteSpaceNotFound, spaceNotFound, structureTooLarge],
      },
      schema: {
        operationId: 'duplicateSiteSpace',
        tags: ['Sites'],
        summary: 'Duplicate a space on a site',
        description:
          'Duplicates the space and adds the copy to the site, after the original and with the same condition. Also requires the role `admin` on the space and on the collection or organization that contains it.',
        params: SiteSpaceParams,
        body: DuplicateSiteSpaceBody,
        response: { 201: refTo(SiteSpaceSchema) },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { organizationId, siteId } = grantedSite(request);
        const key = { organizationId, siteId, siteSpaceId: request.params.siteSpaceId };
        const changed = await duplicateSiteSpace(context, actor, key, {
          isDraft: request.body.draft ?? false,
        });
        reply.code(201);
        return responses.siteSpace(request, changed);
      },
    });
  };
