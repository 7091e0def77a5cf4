import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { createAddressLimit } from '../../../platform/http/rate-limit.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { EmbedQuery, EmbedSchema, SpaceParams } from './embeds.schemas.ts';
import { createEmbeds, embedNotFound } from './find-embed.ts';

/** A renderer fetches for all its readers from one address. Embeds that are in memory are not counted. */
const FETCHES_PER_MINUTE = 300;

const errors = [embedNotFound, rateLimited];
const tags = ['Published content'];
const description =
  'Returns the title, site, icon and picture of an address, and a sandboxed frame if frames of its website are supported. Addresses in private networks are not requested.';

/** The embeds of addresses in pages. */
export const embedRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(EmbedSchema);
    const findEmbed = createEmbeds(context);
    const limitFetches = createAddressLimit(app, {
      name: 'embeds',
      perMinute: FETCHES_PER_MINUTE,
      message: 'Too many addresses were embedded. Try again in a minute.',
    });

    const find = (request: FastifyRequest, url: string) => {
      const { actor } = grantedTo(request);
      return findEmbed({
        url,
        caller: actor.kind === 'user' ? actor.userId : actor.tokenId,
        beforeFetch: () => limitFetches(request),
      });
    };

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/embed',
      config: { access: 'space:read', visitors: true, errors },
      schema: {
        operationId: 'getEmbedByUrlInSpace',
        tags,
        summary: 'Describe an address embedded in a space',
        description,
        params: SpaceParams,
        querystring: EmbedQuery,
        response: { 200: refTo(EmbedSchema) },
      },
      handler: (request) => find(request, request.query.url),
    });

    app.route({
      method: 'GET',
      url: '/v1/urls/embed',
      config: { access: 'account:read', errors },
      schema: {
        operationId: 'getEmbedByUrl',
        tags,
        summary: 'Describe an address to embed',
        description,
        querystring: EmbedQuery,
        response: { 200: refTo(EmbedSchema) },
      },
      handler: (request) => find(request, request.query.url),
    });
  };
