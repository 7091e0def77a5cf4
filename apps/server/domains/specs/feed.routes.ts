import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { createReadyResponse, sendReady } from '../../platform/http/ready-response.ts';
import { writeChangesFeed } from './feed.present.ts';
import { SpecParams } from './openapi.schemas.ts';
import { getPublicSpec, keyOf, specNotFound, specVersionNotFound } from './openapi.service.ts';
import { listNews } from './versions.queries.ts';

const MAX_ENTRIES = 50;

/** The feed of changes to a public spec, for readers. */
export const openAPIFeedRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/openapi/:specSlug/changes.atom',
      config: { access: 'public', errors: [specNotFound, specVersionNotFound] },
      schema: {
        operationId: 'getPublishedOpenAPISpecFeed',
        tags: ['OpenAPI specs'],
        summary: 'Get the feed of a public OpenAPI spec',
        description: 'Returns the last 50 versions and their changes as an Atom feed, if the spec is public.',
        params: SpecParams,
        produces: ['application/atom+xml'],
        response: {
          200: {
            description: 'The feed.',
            content: { 'application/atom+xml': { schema: Type.String() } },
          },
        },
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { organizationId, specSlug } = request.params as { organizationId: string; specSlug: string };
        const { spec } = await getPublicSpec(context, { organizationId, slug: specSlug });
        const versions = await listNews(db, keyOf(spec), MAX_ENTRIES);
        const feed = writeChangesFeed(spec, versions, config.baseUrl);
        const contentType = 'application/atom+xml; charset=utf-8';
        await sendReady(request, reply, createReadyResponse(feed, { contentType }));
      },
    });
  };
