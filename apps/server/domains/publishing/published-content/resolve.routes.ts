import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { RepeatedReads } from '../../../platform/fast-path/repeated-reads.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { createAddressLimit } from '../../../platform/http/rate-limit.ts';
import { sendReady } from '../../../platform/http/ready-response.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import type { SiteReaders } from '../site-visitors/site-readers.ts';
import {
  PublishedContentSchema,
  PublishedRedirectSchema,
  ResolveUrlBody,
  ResolveUrlQuery,
} from './published-content.schemas.ts';
import { RESOLVE_ERRORS, type UrlToResolve } from './resolve-url.ts';
import { createResolvedResponses } from './resolved-responses.ts';

/** A renderer resolves the addresses of all its readers from one address; addresses that lead nowhere are fewer. */
const REFUSALS_PER_MINUTE = 3000;

/** Limits the refused requests of an address. Successful requests are not limited. */
function limitRefusals(app: FastifyInstance): (request: FastifyRequest, error: unknown) => Promise<never> {
  const limit = createAddressLimit(app, {
    name: 'resolved addresses',
    perMinute: REFUSALS_PER_MINUTE,
    message: 'Too many requests for addresses that do not exist. Try again in a minute.',
  });
  return async (request, error) => {
    if (!(error instanceof ApiError)) throw error;
    await limit(request);
    throw error;
  };
}

const Lookup = Type.Union([refTo(PublishedContentSchema), refTo(PublishedRedirectSchema)]);
const PATH = '/v1/urls/published';
const tags = ['Published content'];
const description =
  'Finds the content that a URL of a published site shows to a visitor: the site, section, space and page path, with a token that can read them. Visitors who must sign in first are redirected to the fallback URL of the site.';

/** Resolves the addresses of published sites for renderers. */
export const resolveRoutes =
  (context: Context, readers: SiteReaders, repeatedReads: RepeatedReads): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(PublishedContentSchema);
    app.addSchema(PublishedRedirectSchema);
    const responses = createResolvedResponses(context, readers);
    const refuse = limitRefusals(app);

    function respond(
      request: FastifyRequest,
      reply: FastifyReply,
      asked: UrlToResolve,
    ): void | Promise<void> {
      const ready = responses.peek(asked);
      if (ready) {
        repeatedReads.remember(request, () => responses.peek(asked));
        return sendReady(request, reply, ready);
      }
      return responses.make(asked).then(
        (made) => sendReady(request, reply, made),
        (error: unknown) => refuse(request, error),
      );
    }

    repeatedReads.addPostPath(PATH);
    app.route({
      method: 'POST',
      url: PATH,
      config: {
        access: 'public',
        audit: { none: 'It changes nothing.' },
        inMaintenance: 'reads',
        errors: [...RESOLVE_ERRORS, rateLimited],
      },
      schema: {
        operationId: 'resolvePublishedContentByUrl',
        tags,
        summary: 'Resolve a URL of a published site for a visitor',
        description,
        body: ResolveUrlBody,
        response: { 200: Lookup },
      },
      handler: (request, reply) => {
        const { url, visitor = {}, redirectOnError = false } = request.body;
        return respond(request, reply, {
          url,
          jwt: visitor.jwtToken,
          unsignedClaims: visitor.unsignedClaims,
          redirectOnError,
        });
      },
    });

    app.route({
      method: 'GET',
      url: PATH,
      config: { access: 'public', errors: [...RESOLVE_ERRORS, rateLimited] },
      schema: {
        operationId: 'getPublishedContentByUrl',
        tags,
        summary: 'Resolve a URL of a published site',
        description,
        querystring: ResolveUrlQuery,
        response: { 200: Lookup },
      },
      handler: (request, reply) => {
        const { url, visitorAuthToken, redirectOnError = false } = request.query;
        return respond(request, reply, { url, jwt: visitorAuthToken, redirectOnError });
      },
    });
  };
