import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type ApiError, forbidden, notFound, unauthorized } from '../http/errors.ts';
import { type Actor, hasScope } from './actor.ts';
import type { Pointers, SpacePointer } from './pointers.ts';
import { type Action, RULES, type Rule } from './policy.ts';
import { isAtLeast, type RoleOrGuest } from './roles.ts';
import { findStanding, peekStanding, type Standing, spaceRole } from './space-role.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Action | 'public';
    /** Where the token comes from when it is not from the Authorization header. */
    readToken?: (request: FastifyRequest) => string | undefined;
    /** What the `*` of the URL is called in the OpenAPI document. */
    wildcard?: string;
  }
  interface FastifyRequest {
    granted: Granted | undefined;
  }
}

/** What the access hook found out about a request. */
export interface Granted {
  actor: Actor;
  /** The caller's role on what the URL names: the organization or the space. */
  role: RoleOrGuest;
  organizationId?: string;
  space?: SpacePointer;
}

export interface RouteAccess {
  method: string;
  url: string;
  access: Action | 'public';
  /** Set for pages that a signed-in browser opens: the Authorization header means nothing to them. */
  isForSession?: true;
}

type Named = { organizationId?: string; spaceId?: string };

/**
 * Authenticates every request and asks the rulebook before the handler runs. A route that does not declare
 * its access stops the boot. Returns the table route × access, filled while routes are added.
 */
export function useAccess(app: FastifyInstance, pointers: Pointers, clock: () => Date): RouteAccess[] {
  const table: RouteAccess[] = [];
  app.decorateRequest('granted', undefined);
  app.addHook('onRoute', (route: RouteOptions) => {
    const { access, readToken } = route.config ?? {};
    if (!access) throw new Error(`${String(route.method)} ${route.url} declares no access.`);
    for (const method of [route.method].flat()) {
      table.push({ method, url: route.url, access, ...(readToken ? { isForSession: true } : {}) });
    }
    // A hook of the route itself knows its rule; asking each request for its route would cost more than the rule.
    if (access !== 'public') {
      route.onRequest = [askFor(RULES[access], readToken ?? readBearer), ...[route.onRequest ?? []].flat()];
    }
  });

  // Written with a callback: a warm request passes through it without a single promise.
  const askFor =
    (rule: Rule, readToken: (request: FastifyRequest) => string | undefined) =>
    (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
      const token = readToken(request);
      const named = request.params as Named;
      const warm =
        token === undefined
          ? unauthorized('Send a token: Authorization: Bearer <token>.')
          : grantFromMemory(pointers, rule, token, named, clock);
      if (warm && 'actor' in warm) {
        request.granted = warm;
        done();
        return;
      }
      if (warm || token === undefined) {
        done(warm);
        return;
      }
      grant(pointers, rule, token, named, clock).then(
        (granted) => {
          request.granted = granted;
          done();
        },
        (error: Error) => done(error),
      );
    };
  return table;
}

/** What the access hook granted; every route that is not public has it. */
export function grantedTo(request: FastifyRequest): Granted {
  if (!request.granted) throw new Error('This route is public: nobody is signed in.');
  return request.granted;
}

/** The user who is calling, on a route whose access asks for a person. */
export function grantedUserId(request: FastifyRequest): string {
  const { actor } = grantedTo(request);
  if (actor.kind !== 'user') throw new Error('The access of this route is not for a person.');
  return actor.userId;
}

/** The space that the URL names. */
export function grantedSpace(request: FastifyRequest): SpacePointer {
  const { space } = grantedTo(request);
  if (!space) throw new Error('The access of this route is not on a space.');
  return space;
}

function readBearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined || header.length < 8 || header.length > 1024) return undefined;
  return header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() || undefined : undefined;
}

function grantFromMemory(
  pointers: Pointers,
  rule: Rule,
  token: string,
  named: Named,
  clock: () => Date,
): Granted | ApiError | undefined {
  const actor = pointers.tokens.peek(token);
  if (!actor) return undefined;
  const refused = refuseActor(rule, actor, clock);
  if (refused) return refused;
  if (rule.on === 'account' || rule.on === 'person') return { actor, role: null };
  if (rule.on === 'organization') {
    const organization = pointers.organizations.peek(named.organizationId as string);
    const standing = organization && peekStanding(pointers, actor, organization.organizationId);
    if (!organization || standing === 'unknown') return undefined;
    return decideOrganization(rule, actor, standing, organization.organizationId);
  }
  const space = pointers.spaces.peek(named.spaceId as string);
  const standing = space && peekStanding(pointers, actor, space.organizationId);
  if (!space || standing === 'unknown') return undefined;
  return decideSpace(rule, actor, standing, space);
}

async function grant(
  pointers: Pointers,
  rule: Rule,
  token: string,
  named: Named,
  clock: () => Date,
): Promise<Granted> {
  const actor = await pointers.tokens.find(token);
  if (!actor) throw unauthorized('The token is not known, or it has been revoked.');
  const refused = refuseActor(rule, actor, clock);
  if (refused) throw refused;
  if (rule.on === 'account' || rule.on === 'person') return { actor, role: null };
  let decision: Granted | ApiError;
  if (rule.on === 'organization') {
    const organization = await pointers.organizations.find(named.organizationId as string);
    if (!organization) throw notFound('organization');
    const standing = await findStanding(pointers, actor, organization.organizationId);
    decision = decideOrganization(rule, actor, standing, organization.organizationId);
  } else {
    const space = await pointers.spaces.find(named.spaceId as string);
    if (!space) throw notFound('space');
    decision = decideSpace(rule, actor, await findStanding(pointers, actor, space.organizationId), space);
  }
  if ('actor' in decision) return decision;
  throw decision;
}

function refuseActor(rule: Rule, actor: Actor, clock: () => Date): ApiError | undefined {
  if (actor.expiresAt && actor.expiresAt <= clock()) return unauthorized('The token has expired.');
  if (!hasScope(actor, rule.scope)) {
    return forbidden(`This needs a token with the scope “${rule.scope}”.`);
  }
  if (rule.on === 'person' && actor.kind !== 'user') {
    return forbidden('This needs the token of a user, not of a service account.');
  }
  return undefined;
}

function decideOrganization(
  rule: Rule,
  actor: Actor,
  standing: Standing | undefined,
  organizationId: string,
): Granted | ApiError {
  if (!standing) return notFound('organization');
  if (rule.role !== 'guest' && !isAtLeast(standing.role, rule.role)) {
    return forbidden(`This needs the role “${rule.role}” in the organization.`);
  }
  return { actor, role: standing.role, organizationId };
}

function decideSpace(
  rule: Rule,
  actor: Actor,
  standing: Standing | undefined,
  space: SpacePointer,
): Granted | ApiError {
  const role = spaceRole(standing, space);
  if (!isAtLeast(role, 'read')) return notFound('space');
  if (space.deletedAt && !(rule.deleted && isAtLeast(role, 'admin'))) return notFound('space');
  if (rule.role !== 'guest' && !isAtLeast(role, rule.role)) {
    return forbidden(`This needs the role “${rule.role}” on the space.`);
  }
  return { actor, role, organizationId: space.organizationId, space };
}
