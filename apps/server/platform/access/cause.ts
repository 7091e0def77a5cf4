import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import { grantedTo } from './authorize.ts';

/** The origin of a change, as the audit records it. */
export interface Cause {
  /** Undefined: the service itself, or its operator at the command line. */
  actor: Actor | { kind: 'user'; userId: string } | undefined;
  /** `ui`: a browser that is signed in, or a page of the service; `script`: the command line. */
  source: 'api' | 'ui' | 'script';
  /** The network address of the caller, where there is one. */
  address: string | null;
}

/** The operator of the instance, or the service itself. */
export const BY_OPERATOR: Cause = { actor: undefined, source: 'script', address: null };

/** Returns the cause of the changes that a granted request makes. */
export const causeOf = (request: FastifyRequest): Cause => causeBy(request, grantedTo(request).actor);

/** For requests that were not signed in when they began, once the user is known. */
export const causeBy = (request: FastifyRequest, actor: Cause['actor']): Cause => ({
  actor,
  source: isInBrowser(request, actor) ? 'ui' : 'api',
  address: request.ip,
});

/** A page below `/app`, or the console, which calls the API with the session of its browser. */
const isInBrowser = (request: FastifyRequest, actor: Cause['actor']): boolean =>
  !request.routeOptions.url?.startsWith('/v1') ||
  (actor !== undefined && 'sessionId' in actor && actor.sessionId !== undefined);
