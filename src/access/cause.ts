import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import { grantedTo } from './authorize.ts';

/** Who brought a change about, by which way, from where: what the audit keeps of it. */
export interface Cause {
  /** Undefined: the service itself, or its operator at the command line. */
  actor: Actor | { kind: 'user'; userId: string } | undefined;
  /** `ui`: a page of the service; `script`: the command line. */
  source: 'api' | 'ui' | 'script';
  /** The network address of the caller, where there is one. */
  address: string | null;
}

/** The operator of the instance, or what the service does by itself. */
export const BY_OPERATOR: Cause = { actor: undefined, source: 'script', address: null };

/** What a request that was granted changes. */
export const causeOf = (request: FastifyRequest): Cause => causeBy(request, grantedTo(request).actor);

/** For requests that nobody was signed in for when they began: by whom they turned out to be. */
export const causeBy = (request: FastifyRequest, actor: Cause['actor']): Cause => ({
  actor,
  source: request.routeOptions.url?.startsWith('/v1') ? 'api' : 'ui',
  address: request.ip,
});
