import { findAbove } from '../../../platform/access/above.ts';
import { findActorById } from '../../../platform/access/grant.ts';
import type { SitePointer, SpacePointer } from '../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import {
  effectiveRole,
  findStanding,
  mustUseSso,
  type Standing,
  siteRole,
} from '../../../platform/access/space-role.ts';
import { isSessionSecret } from '../../../platform/access/token.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import type { Context } from '../../../platform/context.ts';
import { isForAccounts, type KnownReader, type Refusal, refuseVisitor } from './admission.ts';
import { createOpenSites, type OpenSite, type OpenSites } from './open-site.ts';
import { findPreviewVisitor, mayPreviewByLink } from './preview-links/open-preview-link.ts';
import { type Arrival, admitVisitor, type Credentials } from './site-visitor.ts';
import { createVisitorTokens, type VisitorTokens } from './visitor-token.ts';

/** Decides about readers of sites: whom a site admits, and which parts they see. There is one for each process. */
export interface SiteReaders {
  openSites: OpenSites;
  tokens: VisitorTokens;
  admit(open: OpenSite, credentials: Credentials): Promise<Arrival>;
  /** Why the site does not open to a visitor at this moment. Does not ask whether a preview is still allowed. */
  refuse(open: OpenSite, visitor: Visitor): Promise<Refusal | undefined>;
  /**
   * Whether the session or token that made a preview may still read the site and the requested space, or the link that
   * opened it still does.
   */
  mayPreview(site: SitePointer, visitor: Visitor, space?: SpacePointer): Promise<boolean>;
}

export function createSiteReaders(
  context: Pick<Context, 'db' | 'keyRing' | 'pointers' | 'clock'>,
): SiteReaders {
  const { pointers, keyRing, clock } = context;
  const tokens = createVisitorTokens(keyRing);
  const openSites = createOpenSites(context);

  async function findPreviewer(
    { organizationId }: SitePointer,
    { previewedBy }: Visitor,
  ): Promise<Standing | undefined> {
    const actor = previewedBy === undefined ? undefined : await findActorById(pointers, previewedBy, clock());
    return actor && findStanding(pointers, actor, organizationId);
  }

  async function mayPreview(site: SitePointer, visitor: Visitor, space?: SpacePointer): Promise<boolean> {
    if (visitor.previewLinkId !== undefined) return mayPreviewByLink(context, site, visitor, space);
    const standing = await findPreviewer(site, visitor);
    if (!isAtLeast(siteRole(standing, site), 'read')) return false;
    if (!space || !standing) return true;
    const { spaceId: id, defaultLevel, parentId } = space;
    const above = await findAbove(pointers, parentId);
    return isAtLeast(effectiveRole(standing, { id, defaultLevel, above }), 'read');
  }

  /** Finds what a session or token is worth in the organization of a site, as it is now. */
  async function findReader({ organizationId }: SitePointer, actorId: string): Promise<KnownReader> {
    const actor = await findActorById(pointers, actorId, clock());
    if (!actor) return 'ended';
    const standing = await findStanding(pointers, actor, organizationId);
    if (standing) return standing;
    return (await mustUseSso(pointers, actor, organizationId)) ? 'ended' : 'stranger';
  }

  /** The secret of a session is in a cookie of the API origin, and is no token. */
  async function findTokenId(token: string | undefined): Promise<string | undefined> {
    if (token === undefined || isSessionSecret(token)) return undefined;
    return (await pointers.tokens.find(token))?.tokenId;
  }

  async function refuse(open: OpenSite, visitor: Visitor): Promise<Refusal | undefined> {
    const { enteredBy } = visitor;
    const isAsked = enteredBy !== undefined && isForAccounts(open.site);
    return refuseVisitor(open, visitor, isAsked ? await findReader(open.site, enteredBy) : undefined);
  }

  return {
    openSites,
    tokens,
    refuse,
    admit: (open, credentials) =>
      admitVisitor(open, credentials, {
        tokens,
        refuse,
        mayPreview,
        findTokenId,
        findByLink: (site, secret) => findPreviewVisitor(context, site, secret),
        now: clock(),
      }),
    mayPreview,
  };
}
