import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/errors.ts';
import type { Actor } from './actor.ts';
import { readBearer } from './authorize.ts';
import { grant } from './grant.ts';
import type { Pointers } from './pointers.ts';
import { RULES } from './policy.ts';

/**
 * Returns the user who calls a public route with a token, for whom the response may differ. Undefined without a token;
 * an invalid token, or one that is not a user's, is refused as on every other route.
 */
export async function findCallerActor(
  request: FastifyRequest,
  { pointers, clock }: { pointers: Pointers; clock: () => Date },
): Promise<Actor | undefined> {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const token = readBearer(authorization) ?? '';
  const { actor } = await grant(pointers, { rule: RULES['person:write'], token, named: {}, now: clock() });
  return actor;
}

/** Returns whom a token belongs to, on a public route that believes some callers more. Throws a 401 for an invalid one. */
export async function findActorOfToken(
  { pointers, clock }: { pointers: Pointers; clock: () => Date },
  token: string,
): Promise<Actor> {
  return (await grant(pointers, { rule: RULES['account:read'], token, named: {}, now: clock() })).actor;
}

/** Returns the signed-in user on a page that is also shown to visitors. */
export async function findBrowserActor(
  request: FastifyRequest,
  { pointers, clock }: { pointers: Pointers; clock: () => Date },
): Promise<Actor | undefined> {
  const token = request.server.sessions.cookie.read(request);
  if (token === undefined) return undefined;
  try {
    return (await grant(pointers, { rule: RULES['account:read'], token, named: {}, now: clock() })).actor;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
