import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * What every answer carries unless its route says otherwise. Constants in one hook: @fastify/helmet and
 * @fastify/cors compute the same few lines anew for each request, which costs the warm reads more than 3 %.
 * Any origin may read the answers, because a token is always sent on purpose. What depends on a cookie is for our own
 * pages: `authorize.ts` says so of its answer.
 */
const DEFAULTS: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'ETag, Location, Retry-After, X-Request-Id'],
  ['cache-control', 'no-store'],
];

/** The defaults without `cache-control`, as Node.js takes them raw, for answers written past Fastify. */
export const RAW_DEFAULTS: readonly string[] = DEFAULTS.filter(([name]) => name !== 'cache-control').flat();

/** The same for answers that depend on a cookie: our own pages read them, those of no other origin do. */
export const RAW_DEFAULTS_BY_COOKIE: readonly string[] = [
  ...DEFAULTS.filter(([name]) => !['cache-control', 'access-control-allow-origin'].includes(name)).flat(),
  'vary',
  'Cookie',
];

/** What a browser may send to another origin, asked before it does. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match',
  'access-control-max-age': '86400',
} as const;

/** Names the request on every answer and adds the defaults that its route did not set. */
export function useResponseHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    addDefaultHeaders(request, reply);
    done(null, payload);
  });
}

export function addDefaultHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  for (const [name, value] of DEFAULTS) if (!reply.hasHeader(name)) reply.header(name, value);
}
