import { membershipKey, type SitePointer, type SpacePointer } from '../../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import { findRole, siteRole } from '../../../../platform/access/space-role.ts';
import type { Visitor } from '../../../../platform/access/visitor.ts';
import type { Context } from '../../../../platform/context.ts';
import {
  findPreviewLink,
  type PreviewLinkRow,
} from '../../../review/change-requests/preview-links/preview-links.queries.ts';
import type { CarriedVisitor } from '../visitor-token.ts';
import { digestPreviewSecret, isPreviewSecret } from './preview-secret.ts';

type Parts = Pick<Context, 'db' | 'pointers' | 'clock'>;

/** The visitor of a site who has opened a preview link, as the link makes them. */
export const previewVisitor = (
  { organizationId, siteId, visitorEpoch: epoch }: SitePointer,
  link: Pick<PreviewLinkRow, 'space_id' | 'change_request_id' | 'preview_link_id' | 'expires_at'>,
): CarriedVisitor => ({
  organizationId,
  siteId,
  epoch,
  claims: {},
  isAuthenticated: true,
  preview: { isDraft: true, spaceId: link.space_id, changeRequestId: link.change_request_id },
  previewLinkId: link.preview_link_id,
  expiresAt: new Date(Math.floor(link.expires_at.getTime() / 1000) * 1000),
});

/** The visitor whom a secret in an address of the site makes; undefined if no link opens by it. */
export async function findPreviewVisitor(
  parts: Parts,
  site: SitePointer,
  secret: string,
): Promise<CarriedVisitor | undefined> {
  if (!isPreviewSecret(secret)) return undefined;
  const digest = digestPreviewSecret(secret);
  const link = await findPreviewLink(parts.db, site.organizationId, { digest });
  return link && (await isOpen(parts, site, link)) ? previewVisitor(site, link) : undefined;
}

/** Whether the link of a visitor still opens its change request on the site, and nothing but its space. */
export async function mayPreviewByLink(
  parts: Parts,
  site: SitePointer,
  { preview, previewLinkId = '' }: Visitor,
  space: SpacePointer | undefined,
): Promise<boolean> {
  const link = await findPreviewLink(parts.db, site.organizationId, { previewLinkId });
  if (!link || preview?.changeRequestId !== link.change_request_id) return false;
  return (space === undefined || space.spaceId === link.space_id) && isOpen(parts, site, link);
}

/** Everything that ends a link is checked at each use: its time, the change request, and what its author may do. */
async function isOpen(
  { pointers, clock }: Parts,
  site: SitePointer,
  { space_id: spaceId, author_id: authorId, ...link }: PreviewLinkRow,
): Promise<boolean> {
  const isOfSite = link.site_id === null ? site.plainSpaceId === spaceId : link.site_id === site.siteId;
  if (!isOfSite || link.expires_at <= clock()) return false;
  if (link.status !== 'draft' && link.status !== 'open') return false;
  const space = await pointers.spaces.find(spaceId);
  if (!space || space.deletedAt || space.organizationId !== site.organizationId) return false;
  const membership = await pointers.memberships.find(membershipKey(site.organizationId, authorId));
  if (!membership || membership.suspendedFor !== undefined) return false;
  if (link.site_id !== null && !isAtLeast(siteRole(membership, site), 'read')) return false;
  return isAtLeast(await findRole(pointers, membership, space), 'edit');
}
