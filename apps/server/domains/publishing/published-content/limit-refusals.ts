import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/http/errors.ts';
import { createAddressLimit } from '../../../platform/http/rate-limit.ts';

/** A renderer resolves the addresses of all its readers from one address; addresses that lead nowhere are fewer. */
const REFUSALS_PER_MINUTE = 3000;

/** Limits the refused requests of an address. Successful requests are not limited. */
export function limitRefusals(
  app: FastifyInstance,
): (request: FastifyRequest, error: unknown) => Promise<never> {
  const limit = createAddressLimit(app, {
    perMinute: REFUSALS_PER_MINUTE,
    message: 'Too many requests for addresses that do not exist. Try again in a minute.',
  });
  return async (request, error) => {
    if (!(error instanceof ApiError)) throw error;
    await limit(request);
    throw error;
  };
}
