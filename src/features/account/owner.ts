import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { grantedTo } from '../../access/authorize.ts';
import { type Cause, causeOf } from '../../access/cause.ts';

/** The user who asks about their account, by whichever token or session. */
export interface Owner {
  actor: Extract<Actor, { kind: 'user' }>;
  cause: Cause;
}

/** On a route whose access asks for a person. */
export function ownerOf(request: FastifyRequest): Owner {
  const { actor } = grantedTo(request);
  if (actor.kind !== 'user') throw new Error('The access of this route is not for a person.');
  return { actor, cause: causeOf(request) };
}
