import type { Visitor } from '../../../platform/access/visitor.ts';
import type { OpenSite } from './open-site.ts';
import type { CarriedVisitor } from './visitor-token.ts';

/** Why a site does not open to a visitor. */
export type Refusal = 'not-published' | 'share-link' | 'authentication';

/** Decides whether a visitor may enter the site. `viewSite` decides which parts they see. */
export function refuseVisitor({ site, findLinkEnd }: OpenSite, visitor: Visitor): Refusal | undefined {
  if (visitor.preview) return undefined;
  if (!site.isPublished) return 'not-published';
  if (site.visibility === 'share-link') {
    const { shareLinkId } = visitor;
    return shareLinkId !== undefined && findLinkEnd(shareLinkId) !== undefined ? undefined : 'share-link';
  }
  if (site.visibility === 'visitor-auth') return visitor.isAuthenticated ? undefined : 'authentication';
  return undefined;
}

/**
 * Returns when the token of a visitor ends on this site; undefined if it is not valid there. A token that the site's
 * key or a share link opened ends with the key or the link, whatever the token says.
 */
export function findEndOfToken(open: OpenSite, visitor: CarriedVisitor, now: Date): Date | undefined {
  const { site } = open;
  const isOfSite =
    visitor.siteId === site.siteId &&
    visitor.organizationId === site.organizationId &&
    visitor.epoch === site.visitorEpoch;
  if (!isOfSite) return undefined;
  const keyEnd = visitor.isAuthenticated && !visitor.preview ? open.findKeyEnd(visitor.keyNumber ?? 0) : null;
  if (keyEnd === undefined) return undefined;
  const end = earlier(earlier(visitor.expiresAt, keyEnd), findEndOfLink(open, visitor));
  return end > now ? end : undefined;
}

/** When the share link ends by which the visitor reads the site; nothing if it never does, or no link is needed. */
export const findEndOfLink = (
  { site, findLinkEnd }: OpenSite,
  { preview, shareLinkId }: Pick<Visitor, 'preview' | 'shareLinkId'>,
): Date | null | undefined =>
  preview || site.visibility !== 'share-link' || shareLinkId === undefined
    ? undefined
    : findLinkEnd(shareLinkId);

export const earlier = (one: Date, other: Date | null | undefined): Date =>
  other && other < one ? other : one;
