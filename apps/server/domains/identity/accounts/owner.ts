import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../../platform/access/actor.ts';
import { grantedUser } from '../../../platform/access/authorize.ts';
import { type Cause, causeOf } from '../../../platform/access/cause.ts';

/** The user who asks about their account, by whichever token or session. */
export interface Owner {
  actor: UserActor;
  cause: Cause;
}

/** For a route whose access requires a user. */
export function ownerOf(request: FastifyRequest): Owner {
  return { actor: grantedUser(request), cause: causeOf(request) };
}
