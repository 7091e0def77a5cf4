import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../access/actor.ts';
import { grantedUser } from '../../access/authorize.ts';
import { type Cause, causeOf } from '../../access/cause.ts';

/** The user who asks about their account, by whichever token or session. */
export interface Owner {
  actor: UserActor;
  cause: Cause;
}

/** For a route whose access requires a user. */
export function ownerOf(request: FastifyRequest): Owner {
  return { actor: grantedUser(request), cause: causeOf(request) };
}
