import {
  expiredToken,
  siteNotFound,
  spaceNotFound,
  unknownToken,
} from '../../../platform/access/access-errors.ts';
import { cacheTagOf } from '../../../platform/access/cache-tags.ts';
import type { Call, Granted } from '../../../platform/access/grant.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { VisitorGate } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { findEndOfToken, type Refusal, refuseVisitor } from './admission.ts';
import type { OpenSite } from './open-site.ts';
import type { SiteReaders } from './site-readers.ts';
import { findSiteSpaceOf } from './site-view.ts';
import { audienceOf } from './site-visitor.ts';
import type { CarriedVisitor } from './visitor-token.ts';

/**
 * Authenticates the tokens of renderers: each gives one visitor access to one site, for as long as the site itself
 * would. Everything that can change is checked at each call.
 */
export function createVisitorGate(
  { pointers }: Pick<Context, 'pointers'>,
  { openSites, tokens, mayPreview, refuse }: SiteReaders,
): VisitorGate {
  return {
    peek(call, inMemory) {
      const visitor = tokens.peek('site', call.token);
      // What a member may do now is not in memory for sure.
      if (!visitor || visitor.preview || visitor.enteredBy !== undefined) return undefined;
      const site = inMemory.sites.peek(visitor.siteId);
      const open = site && openSites.peek(site);
      if (!open) return undefined;
      const refusal = refuseVisitor(open, visitor, undefined);
      if (call.rule.on !== 'space') return decideSite(call, visitor, { open, refusal });
      const space = inMemory.spaces.peek(call.named.spaceId as string);
      return space && decideSpace(call, visitor, { open, refusal }, space);
    },
    async grant(call) {
      const visitor = await tokens.read('site', call.token);
      const site = visitor && (await pointers.sites.find(visitor.siteId));
      if (!site) return unknownToken();
      const open = await openSites.open(site);
      if (visitor.preview && !(await mayPreview(site, visitor))) return unknownToken();
      const refusal = await refuse(open, visitor);
      if (call.rule.on !== 'space') return decideSite(call, visitor, { open, refusal });
      const space = await pointers.spaces.find(call.named.spaceId as string);
      if (!space || (visitor.preview && !(await mayPreview(site, visitor, space)))) return spaceNotFound();
      return decideSpace(call, visitor, { open, refusal }, space);
    },
  };
}

/** A site with the reason why it does not open to the visitor. */
interface Asked {
  open: OpenSite;
  refusal: Refusal | undefined;
}

/** The end of a token that opens its site now, for any call; or the reason why it does not. */
function judgeToken(call: Call, visitor: CarriedVisitor, { open, refusal }: Asked): Date | ApiError {
  if (visitor.expiresAt <= call.now) return expiredToken();
  const end = findEndOfToken(open, visitor, call.now);
  const isRefused = !end || call.rule.scope !== 'read' || refusal !== undefined;
  return isRefused ? unknownToken() : end;
}

/** A call about the site, or about nothing that has an own access. */
function decideSite(call: Call, visitor: CarriedVisitor, asked: Asked): Granted | ApiError {
  const { open } = asked;
  const end = judgeToken(call, visitor, asked);
  if (!(end instanceof Date)) return end;
  const { rule, named } = call;
  const { site } = open;
  const tagged = { ...grantedTo(visitor, open, end), cacheTags: cacheTagOf.site(site.siteId) };
  if (rule.on === 'account') return { ...tagged, site };
  const isSite =
    rule.on === 'site' && named.siteId === site.siteId && named.organizationId === site.organizationId;
  return isSite ? { ...tagged, site } : siteNotFound();
}

function decideSpace(
  call: Call,
  visitor: CarriedVisitor,
  asked: Asked,
  space: SpacePointer,
): Granted | ApiError {
  const { open } = asked;
  const end = judgeToken(call, visitor, asked);
  if (!(end instanceof Date)) return end;
  const isShown =
    space.organizationId === open.site.organizationId &&
    space.deletedAt === null &&
    findSiteSpaceOf(open.viewFor(audienceOf(open.site, visitor, call.now)), space.spaceId) !== undefined;
  return isShown
    ? {
        ...grantedTo(visitor, open, end),
        space,
        site: open.site,
        // Responses about a space also depend on the site, because the addresses of its pages do.
        cacheTags: `${cacheTagOf.space(space.spaceId)},${cacheTagOf.site(open.site.siteId)}`,
      }
    : spaceNotFound();
}

/** A visitor has no role of their own: where a route does not know of visitors, they are a guest without any access. */
const grantedTo = (visitor: CarriedVisitor, { site, isTimed }: OpenSite, expiresAt: Date): Granted => ({
  actor: {
    kind: 'service',
    organizationId: site.organizationId,
    role: null,
    tokenId: site.siteId,
    scopes: ['read'],
    expiresAt,
  },
  role: 'read',
  organizationId: site.organizationId,
  visitor,
  isTimed,
});
