import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/client-network.ts';
import { ApiError } from '../../http/errors.ts';
import { rateLimited } from '../../http/request-errors.ts';

/** A renderer resolves the addresses of all its readers from one address; addresses that lead nowhere are fewer. */
const REFUSALS_PER_MINUTE = 3000;

/** Counts what was refused to an address, and answers that there were too many. What is found is not limited. */
export function limitRefusals(
  app: FastifyInstance,
): (request: FastifyRequest, error: unknown) => Promise<never> {
  const check = app.createRateLimit({
    max: REFUSALS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
    allowList: [],
  });
  return async (request, error) => {
    if (!(error instanceof ApiError)) throw error;
    const limit = await check(request);
    if (!limit.isAllowed && limit.isExceeded)
      throw rateLimited('Too many requests for addresses that do not exist. Try again in a minute.');
    throw error;
  };
}
