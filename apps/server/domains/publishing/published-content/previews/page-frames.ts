import type { Static } from 'typebox';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import type { SparseCustomization } from '../../site-settings/customization/customization.schemas.ts';
import type { SiteReaders } from '../../site-visitors/site-readers.ts';
import { pagePath } from '../../sites/site-address.ts';
import { pickSiteSpace, readTarget } from './create-preview.ts';
import { signFramedPage } from './frame-token.ts';
import type { FrameFields } from './page-frames.schemas.ts';

/** The path of the sites origin at which pages for frames are drawn. */
export const FRAME_PATH = '/~/frame';

interface FrameToCreate {
  actor: Actor;
  fields: Static<typeof FrameFields>;
  customization?: SparseCustomization;
  /** Whether what its site space overrides is applied to it. */
  hasOverrides?: boolean;
}

/** Signs a page of a site to draw. Nothing is stored: the token holds all that the page is drawn from. */
export async function createPageFrame(
  { config, keyRing, clock }: Pick<Context, 'config' | 'keyRing' | 'clock'>,
  readers: SiteReaders,
  site: SitePointer,
  { actor, fields, customization, hasOverrides = true }: FrameToCreate,
): Promise<{ url: string; token: string; expiresAt: string }> {
  const { siteSpace: siteSpaceId, target, claims = {}, draft = true, mode } = fields;
  const { structure } = await readers.openSites.open(site);
  const siteSpace = pickSiteSpace(structure, siteSpaceId);
  const page = {
    organizationId: site.organizationId,
    siteId: site.siteId,
    epoch: site.visitorEpoch,
    by: actor.sessionId ?? actor.tokenId,
    claims,
    seesDrafts: draft,
    path: pagePath(structure, siteSpace, readTarget(target)),
    ...(customization ? { customization, hasOverrides } : {}),
    ...(mode ? { mode } : {}),
  };
  const { token, expiresAt } = await signFramedPage(keyRing, page, clock());
  const { origin } = new URL(config.sitesUrl);
  return { url: origin + FRAME_PATH, token, expiresAt: expiresAt.toISOString() };
}
