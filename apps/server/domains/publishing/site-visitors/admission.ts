import { isAtLeast } from '../../../platform/access/roles.ts';
import { type Standing, siteRole } from '../../../platform/access/space-role.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import type { OpenSite } from './open-site.ts';
import type { CarriedVisitor } from './visitor-token.ts';

/** Why a site does not open to a visitor. */
export type Refusal =
  | 'not-published'
  | 'share-link'
  | 'authentication'
  | 'password'
  /** They have not signed in as a member, or no longer are. */
  | 'sign-in'
  /** They have signed in, and are none of those who read the site. */
  | 'membership';

/**
 * What the organization knows at this moment about the session or token with which a visitor entered: their standing,
 * or that it does not count there.
 */
export type KnownReader = Standing | 'ended' | 'stranger';

/**
 * Decides whether a visitor may enter the site. `viewSite` decides which parts they see. `reader` is undefined for
 * visitors who did not enter as members. What is not known here is refused.
 */
export function refuseVisitor(
  { site, findLinkEnd }: OpenSite,
  visitor: Visitor,
  reader: KnownReader | undefined,
): Refusal | undefined {
  if (visitor.preview) return undefined;
  if (!site.isPublished) return 'not-published';
  switch (site.visibility) {
    case 'public':
    case 'unlisted':
      return undefined;
    case 'share-link': {
      const { shareLinkId } = visitor;
      return shareLinkId !== undefined && findLinkEnd(shareLinkId) !== undefined ? undefined : 'share-link';
    }
    case 'visitor-auth':
      return visitor.isAuthenticated ? undefined : 'authentication';
    case 'password':
      return visitor.knowsPassword ? undefined : 'password';
    case 'members':
    case 'teams':
      return refuseReader(site, reader);
    default:
      return 'not-published';
  }
}

/**
 * Every member reads a site for members; guests need a role on the site. A site for teams is read by the members of
 * these teams. Administrators of the site read both, because they decide who does.
 */
function refuseReader(site: OpenSite['site'], reader: KnownReader | undefined): Refusal | undefined {
  if (reader === undefined || reader === 'ended') return 'sign-in';
  if (reader === 'stranger') return 'membership';
  const role = siteRole(reader, site);
  const isReader =
    site.visibility === 'teams'
      ? site.readerTeamIds.some((teamId) => reader.teams.has(teamId))
      : reader.role !== null || isAtLeast(role, 'read');
  return isReader || role === 'admin' ? undefined : 'membership';
}

/** Whether members enter the site with their accounts. */
export const isForAccounts = ({ visibility }: Pick<OpenSite['site'], 'visibility'>): boolean =>
  visibility === 'members' || visibility === 'teams';

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
