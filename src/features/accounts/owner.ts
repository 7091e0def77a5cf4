import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../access/actor.ts';
import { grantedUser } from '../../access/authorize.ts';
import { type Cause, causeOf } from '../../access/cause.ts';

/** The user who asks about their account, by whichever token or session. */
export interface Owner {
  actor: UserActor;
  cause: Cause;
}

/** On a route whose access asks for a person. */
export function ownerOf(request: FastifyRequest): Owner {
  return { actor: grantedUser(request), cause: causeOf(request) };
}
