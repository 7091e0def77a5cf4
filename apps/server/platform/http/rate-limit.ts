import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './client-network.ts';
import { declareErrors } from './declared-errors.ts';
import type { ApiError } from './errors.ts';
import { rateLimited } from './request-errors.ts';

/** The maximum number of callers remembered at once. */
const REMEMBERED = 20_000;

const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
} as const;

/**
 * Limits the calls of each token when the instance sets a limit; else only the routes that ask for one with
 * `limitedByAddress`. Counted per process. Must be registered after access and before the routes.
 */
export async function useRateLimits(app: FastifyInstance, callsPerMinute: number | undefined): Promise<void> {
  app.addHook('onRoute', (route) => declareErrors(route, [rateLimited]));
  await app.register(rateLimit, {
    global: callsPerMinute !== undefined,
    max: callsPerMinute ?? 1,
    timeWindow: 60_000,
    cache: REMEMBERED,
    keyGenerator: (request: FastifyRequest) => request.granted?.actor.tokenId ?? request.ip,
    // Ready answers are sent past the reply and could not carry these.
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    // Public routes have no token to count by.
    allowList: (request: FastifyRequest) => request.granted === undefined,
    errorResponseBuilder: (_request, { ttl }) => tooManyCalls(ttl),
  });
}

/** For the `config` of a route that is limited by default: `{ access, rateLimit: limitedByAddress(10) }`. */
export const limitedByAddress = (callsPerMinute: number): RateLimitOptions => ({
  max: callsPerMinute,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
  allowList: [],
});

/** For what only some calls of a route do: counts it for the address of the caller, and refuses more with a message. */
export function createAddressLimit(
  app: FastifyInstance,
  { perMinute, message }: { perMinute: number; message: string },
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit(limitedByAddress(perMinute));
  return async (request) => {
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) throw rateLimited(message);
  };
}

function tooManyCalls(ttlMilliseconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(ttlMilliseconds / 1000));
  return rateLimited(`Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
}
