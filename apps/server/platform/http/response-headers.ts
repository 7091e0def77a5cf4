import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The headers of every response unless its route sets others. They are constants in one hook: @fastify/helmet and
 * @fastify/cors recompute the same few lines for each request, which costs warm reads more than 3 %. Any origin may
 * read the responses, because a token is always sent on purpose. A response that depends on a cookie is for our own
 * pages only; `authorize.ts` sets its headers.
 */
const DEFAULTS: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['access-control-allow-origin', '*'],
  [
    'access-control-expose-headers',
    'ETag, Idempotency-Replayed, Location, Retry-After, Warnings, X-Request-Id',
  ],
  ['cache-control', 'no-store'],
];

/** The defaults without `cache-control`, as Node.js takes them raw, for answers written past Fastify. */
export const RAW_DEFAULTS: readonly string[] = DEFAULTS.filter(([name]) => name !== 'cache-control').flat();

/** The raw defaults for responses that depend on a cookie: only our own pages may read them. */
export const RAW_DEFAULTS_BY_COOKIE: readonly string[] = [
  ...DEFAULTS.filter(([name]) => !['cache-control', 'access-control-allow-origin'].includes(name)).flat(),
  'vary',
  'Cookie',
];

/** The headers of a preflight response: what a browser may send from another origin. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset, X-HTTP-Method-Override',
  'access-control-max-age': '86400',
} as const;

/** Names the request on every answer and adds the defaults that its route did not set. */
export function useResponseHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    addDefaultHeaders(request, reply);
    done(null, payload);
  });
}

/**
 * The header of responses to renderers with the names by which they are later notified that a response is out of date.
 */
export const CACHE_TAG_HEADER = 'x-gitbook-cache-tag';

export function addDefaultHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  const cacheTags = request.granted?.cacheTags;
  if (cacheTags !== undefined) reply.header(CACHE_TAG_HEADER, cacheTags);
  for (const [name, value] of DEFAULTS) if (!reply.hasHeader(name)) reply.header(name, value);
}
