import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { shareCounts } from '../shared-counts.ts';
import { networkOf } from './client-network.ts';
import { declareErrors } from './declared-errors.ts';
import { limitEntries } from './entry-limit.ts';
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
 * `limitedByAddress`. Counted in memory, together with the other workers of the service. Must be registered after access
 * and before the routes.
 */
export async function useRateLimits(app: FastifyInstance, callsPerMinute: number | undefined): Promise<void> {
  app.addHook('onRoute', (route) => declareErrors(route, [rateLimited]));
  await app.register(rateLimit, {
    global: callsPerMinute !== undefined,
    max: callsPerMinute ?? 1,
    timeWindow: 60_000,
    store: WindowStore,
    keyGenerator: (request: FastifyRequest) => request.granted?.actor.tokenId ?? request.ip,
    // Ready answers are sent past the reply and could not carry these.
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    // Public routes have no token to count by.
    allowList: (request: FastifyRequest) => request.granted === undefined,
    errorResponseBuilder: (_request, { ttl }) => tooManyCalls(ttl),
  });
}

interface StoreOptions {
  /** The route whose calls are counted, if it is one. */
  routeInfo?: { method?: unknown; url?: unknown };
  groupId?: string;
}

interface Window {
  calls: number;
  startedAt: number;
}

/** The calls of each caller in a window of time, of one route or of all that have no limit of their own. */
class WindowStore {
  readonly #windows = new LRUCache<string, Window>(limitEntries(REMEMBERED));
  readonly #others: ReturnType<typeof shareCounts>;
  #windowMs = 60_000;

  constructor({ routeInfo, groupId }: StoreOptions = {}) {
    const name = routeInfo?.url === undefined ? (groupId ?? 'all') : `${routeInfo.method} ${routeInfo.url}`;
    this.#others = shareCounts(`calls of ${name}`, {
      add: (key, calls) => void this.#count(key, calls),
      forget: (key) => void this.#windows.delete(key),
    });
  }

  incr(
    key: string,
    answer: (error: Error | null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    this.#windowMs = windowMs;
    const { calls, startedAt } = this.#count(key, 1);
    this.#others.add(key, 1);
    answer(null, { current: calls, ttl: startedAt + windowMs - Date.now() });
  }

  child(options: object): WindowStore {
    return new WindowStore(options as StoreOptions);
  }

  #count(key: string, calls: number): Window {
    const now = Date.now();
    const known = this.#windows.get(key);
    const window = known && now < known.startedAt + this.#windowMs ? known : { calls: 0, startedAt: now };
    window.calls += calls;
    this.#windows.set(key, window);
    return window;
  }
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
  { name, perMinute, message }: { name: string; perMinute: number; message: string },
): (request: FastifyRequest) => Promise<void> {
  const options = { ...limitedByAddress(perMinute), groupId: name };
  const count = app.createRateLimit(options);
  return async (request) => {
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) throw rateLimited(message);
  };
}

function tooManyCalls(ttlMilliseconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(ttlMilliseconds / 1000));
  return rateLimited(`Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
}
