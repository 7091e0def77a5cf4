import { expiredToken, siteNotFound, spaceNotFound, unknownToken } from '../../access/access-errors.ts';
import { cacheTagOf } from '../../access/cache-tags.ts';
import type { Call, Granted } from '../../access/grant.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { VisitorGate } from '../../access/visitor-gate.ts';
import type { Context } from '../../context.ts';
import type { ApiError } from '../../http/errors.ts';
import { refuseVisitor } from './admission.ts';
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
  { openSites, tokens, mayPreview }: SiteReaders,
): VisitorGate {
  return {
    peek(call, inMemory) {
      const visitor = tokens.peek('site', call.token);
      if (!visitor || visitor.preview) return undefined;
      const site = inMemory.sites.peek(visitor.siteId);
      const open = site && openSites.peek(site);
      if (!open) return undefined;
      if (call.rule.on !== 'space') return decideSite(call, visitor, open);
      const space = inMemory.spaces.peek(call.named.spaceId as string);
      return space && decideSpace(call, visitor, open, space);
    },
    async grant(call) {
      const visitor = await tokens.read('site', call.token);
      const site = visitor && (await pointers.sites.find(visitor.siteId));
      if (!site) return unknownToken();
      const open = await openSites.open(site);
      if (visitor.preview && !(await mayPreview(site, visitor))) return unknownToken();
      if (call.rule.on !== 'space') return decideSite(call, visitor, open);
      const space = await pointers.spaces.find(call.named.spaceId as string);
      if (!space || (visitor.preview && !(await mayPreview(site, visitor, space)))) return spaceNotFound();
      return decideSpace(call, visitor, open, space);
    },
  };
}

/** The reason why a token does not open its site now, for any call. */
function refuseToken(call: Call, visitor: CarriedVisitor, open: OpenSite): ApiError | undefined {
  if (visitor.expiresAt <= call.now) return expiredToken();
  const isOfSite =
    visitor.organizationId === open.site.organizationId && visitor.epoch === open.site.visitorEpoch;
  if (!isOfSite || call.rule.scope !== 'read') return unknownToken();
  return refuseVisitor(open, visitor) ? unknownToken() : undefined;
}

/** A call about the site, or about nothing that has an own access. */
function decideSite(call: Call, visitor: CarriedVisitor, open: OpenSite): Granted | ApiError {
  const refused = refuseToken(call, visitor, open);
  if (refused) return refused;
  const { rule, named } = call;
  const { site } = open;
  const tagged = { ...grantedTo(visitor, open), cacheTags: cacheTagOf.site(site.siteId) };
  if (rule.on === 'account') return tagged;
  const isSite =
    rule.on === 'site' && named.siteId === site.siteId && named.organizationId === site.organizationId;
  return isSite ? { ...tagged, site } : siteNotFound();
}

function decideSpace(
  call: Call,
  visitor: CarriedVisitor,
  open: OpenSite,
  space: SpacePointer,
): Granted | ApiError {
  const refused = refuseToken(call, visitor, open);
  if (refused) return refused;
  const isShown =
    space.organizationId === open.site.organizationId &&
    space.deletedAt === null &&
    findSiteSpaceOf(open.viewFor(audienceOf(open.site, visitor, call.now)), space.spaceId) !== undefined;
  return isShown
    ? {
        ...grantedTo(visitor, open),
        space,
        site: open.site,
        // Responses about a space also depend on the site, because the addresses of its pages do.
        cacheTags: `${cacheTagOf.space(space.spaceId)},${cacheTagOf.site(open.site.siteId)}`,
      }
    : spaceNotFound();
}

/** A visitor has no role of their own: where a route does not know of visitors, they are a guest without any access. */
const grantedTo = (visitor: CarriedVisitor, { site, isTimed }: OpenSite): Granted => ({
  actor: {
    kind: 'service',
    organizationId: site.organizationId,
    role: null,
    tokenId: site.siteId,
    scopes: ['read'],
    expiresAt: visitor.expiresAt,
  },
  role: 'read',
  organizationId: site.organizationId,
  visitor,
  isTimed,
});
