import type { Visitor } from '../../access/visitor.ts';
import type { OpenSite } from './open-site.ts';

/** Why a site does not open to a visitor. */
export type Refusal = 'not-published' | 'share-link' | 'authentication';

/** Decides whether a visitor may enter the site. `viewSite` decides which parts they see. */
export function refuseVisitor({ site, hasShareLink }: OpenSite, visitor: Visitor): Refusal | undefined {
  if (visitor.preview) return undefined;
  if (!site.isPublished) return 'not-published';
  if (site.visibility === 'share-link') {
    const { shareLinkId } = visitor;
    return shareLinkId !== undefined && hasShareLink(shareLinkId) ? undefined : 'share-link';
  }
  if (site.visibility === 'visitor-auth') return visitor.isAuthenticated ? undefined : 'authentication';
  return undefined;
}
