import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import { readBearer } from './authorize.ts';
import { grant } from './grant.ts';
import type { Pointers } from './pointers.ts';
import { RULES } from './policy.ts';

/**
 * The person who calls a public route with a token, for whom the answer is another one than for nobody. Undefined without
 * a token; one that is not good, or not a person's, is refused as everywhere.
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
