import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { declareErrors } from '../http/declared-errors.ts';
import { errorsOfRule, missingToken } from './access-errors.ts';
import type { UserActor } from './actor.ts';
import { type BrowserSessions, isSafe } from './browser-sessions.ts';
import { type Call, type Granted, grant, grantFromMemory, refuseParent } from './grant.ts';
import type { CollectionPointer, Pointers, SitePointer, SpacePointer } from './pointers.ts';
import { type Action, RULES, type Rule } from './policy.ts';
import { isSessionSecret } from './token.ts';
import { isVisitorToken, type VisitorGate } from './visitor-gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Action | 'public';
    /** Whether readers of a published site may call it with the token of the site. */
    visitors?: true;
    /** Why a route of an organization is served while the organization is suspended: it only takes content out. */
    whileSuspended?: 'exports';
    /** Whether the body carries content, which may be as large as the service takes at all. */
    hasLargeBody?: true;
    /** Reads the secret from somewhere other than the Authorization header and the cookie. */
    readToken?: (request: FastifyRequest) => string | undefined;
    /** The name of the URL's `*` in the OpenAPI document. */
    wildcard?: string;
  }
  interface FastifyRequest {
    granted: Granted | undefined;
    /** The call that was granted. */
    call: Call | undefined;
  }
}

/** The token of a visitor carries their claims. */
const MAX_HEADER_LENGTH = 8192;

export interface RouteAccess {
  method: string;
  url: string;
  access: Action | 'public';
  /** Set for pages that a signed-in browser opens: the Authorization header means nothing to them. */
  isForSession?: true;
}

/**
 * Bodies of public routes are sign-in data and the like. Callers without a token must not fill the memory with many
 * large bodies at once.
 */
const PUBLIC_BODY_BYTES = 100_000;

/** Where the body carries no content: names, settings and lists of ids. */
const ORDINARY_BODY_BYTES = 2_000_000;

/**
 * Authenticates every request and asks the rulebook before the handler runs. A route that does not declare
 * its access stops the boot. Returns the table route × access, filled while routes are added.
 */
export function useAccess(
  app: FastifyInstance,
  {
    pointers,
    sessions,
    visitors,
    clock,
  }: { pointers: Pointers; sessions: BrowserSessions; visitors: VisitorGate; clock: () => Date },
): RouteAccess[] {
  const table: RouteAccess[] = [];
  app.decorate('sessions', sessions);
  /**
   * Headers of responses that depend on the cookie: no page of another origin may read them, and no cache may share
   * them.
   */
  const ofOneBrowser = [
    ['access-control-allow-origin', sessions.origin],
    ['vary', 'Cookie'],
  ] as const;
  app.decorateRequest('granted', undefined);
  app.decorateRequest('call', undefined);
  app.addHook('onRoute', (route: RouteOptions) => {
    const {
      access,
      readToken,
      visitors: isForVisitors = false,
      hasLargeBody,
      whileSuspended,
    } = route.config ?? {};
    if (!access) throw new Error(`${String(route.method)} ${route.url} declares no access.`);
    const ownLimit = hasLargeBody ? Number.POSITIVE_INFINITY : ORDINARY_BODY_BYTES;
    route.bodyLimit ??= Math.min(
      access === 'public' ? PUBLIC_BODY_BYTES : ownLimit,
      app.initialConfig.bodyLimit ?? 0,
    );
    for (const method of [route.method].flat()) {
      table.push({ method, url: route.url, access, ...(readToken ? { isForSession: true } : {}) });
    }
    // The route's own hook knows its rule; looking up the route of each request would cost more than the rule itself.
    if (access !== 'public') {
      const rule: Rule = RULES[access];
      const isChange = [route.method].flat().some((method) => !isSafe(method));
      declareErrors(route, errorsOfRule(rule, { isChange }));
      route.onRequest = [
        authorizeCall(rule, readToken, { isForVisitors, isForSuspended: whileSuspended !== undefined }),
        ...[route.onRequest ?? []].flat(),
      ];
      if (rule.inParent) route.preHandler = [authorizeInParent(rule), ...[route.preHandler ?? []].flat()];
    }
  });

  // Written with a callback: a warm request passes through it without a single promise.
  const authorizeCall =
    (
      rule: Rule,
      readToken: ((request: FastifyRequest) => string | undefined) | undefined,
      { isForVisitors, isForSuspended }: { isForVisitors: boolean; isForSuspended: boolean },
    ) =>
    (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
      const { authorization } = request.headers;
      // If the header is present, the cookie is ignored: a session and a token are never mixed.
      const isByCookie = readToken === undefined && authorization === undefined;
      const token = readToken
        ? readToken(request)
        : isByCookie
          ? sessions.cookie.read(request)
          : readBearer(authorization as string);
      if (token === undefined) {
        done(missingToken());
        return;
      }
      if (isByCookie) {
        for (const [name, value] of ofOneBrowser) reply.header(name, value);
        const forgery = sessions.refuseForgery(request, token);
        if (forgery) {
          done(forgery);
          return;
        }
      }
      const call: Call = {
        rule,
        token,
        named: request.params as Call['named'],
        now: clock(),
        isForSuspended,
      };
      request.call = call;
      const isVisitor = isForVisitors && !isByCookie && isVisitorToken(token);
      const warm = isVisitor ? visitors.peek(call, pointers) : grantFromMemory(pointers, call);
      if (warm && 'actor' in warm) {
        request.granted = warm;
        done();
        return;
      }
      if (warm) {
        done(warm);
        return;
      }
      const granting = isVisitor ? visitors.grant(call) : grant(pointers, call);
      granting.then(
        (granted) => {
          if (!('actor' in granted)) {
            done(granted);
            return;
          }
          request.granted = granted;
          done();
        },
        (error: Error) => done(error),
      );
    };

  const authorizeInParent = (rule: Rule) => async (request: FastifyRequest) => {
    const { parent } = (request.body ?? {}) as { parent?: string | null };
    const refused = await refuseParent(pointers, rule, grantedTo(request), parent ?? null);
    if (refused) throw refused;
  };
  return table;
}

/** Returns what the access hook granted; every route that is not public has it. */
export function grantedTo(request: FastifyRequest): Granted {
  if (!request.granted) throw new Error('This route is public: nobody is signed in.');
  return request.granted;
}

/** Returns the calling user on a route whose access requires a user. */
export function grantedUser(request: FastifyRequest): UserActor {
  const { actor } = grantedTo(request);
  if (actor.kind !== 'user') throw new Error('The access of this route is not for a person.');
  return actor;
}

export const grantedUserId = (request: FastifyRequest): string => grantedUser(request).userId;

/** The space that the URL names. */
export function grantedSpace(request: FastifyRequest): SpacePointer {
  const { space } = grantedTo(request);
  if (!space) throw new Error('The access of this route is not on a space.');
  return space;
}

/** The collection that the URL names. */
export function grantedCollection(request: FastifyRequest): CollectionPointer {
  const { collection } = grantedTo(request);
  if (!collection) throw new Error('The access of this route is not on a collection.');
  return collection;
}

/** The site that the URL names. */
export function grantedSite(request: FastifyRequest): SitePointer {
  const { site } = grantedTo(request);
  if (!site) throw new Error('The access of this route is not on a site.');
  return site;
}

/** The token in an Authorization header. */
export function readBearer(header: string): string | undefined {
  if (header.length < 8 || header.length > MAX_HEADER_LENGTH) return undefined;
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  const token = header.slice(7).trim();
  return token === '' || isSessionSecret(token) ? undefined : token;
}
