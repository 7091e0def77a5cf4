import type { Static } from 'typebox';
import { showVisibility } from '../../../platform/access/pointers.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import type { Context } from '../../../platform/context.ts';
import type { SpaceSchema } from '../../content/spaces/spaces.schemas.ts';
import type { OpenSite } from '../site-visitors/open-site.ts';
import { readersUrl } from '../site-visitors/readers-url.ts';
import type { SiteView } from '../site-visitors/site-view.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import { siteSpacePath } from '../sites/site-address.ts';
import { listSiteSpaces } from '../sites/site-structure.ts';
import { presentSpacesOnSite } from '../sites/structure/spaces-on-site.ts';

type Space = Static<typeof SpaceSchema>;

/** A site as its readers see it. */
export interface ShownSite {
  open: OpenSite;
  view: SiteView;
  /** The address of the site, with the key by which they came. */
  address: string;
}

/** `visitor`: undefined for somebody about whom nothing is known. `shareKey`: as the reader gave it. */
export const showSite = (
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  open: OpenSite,
  { visitor, shareKey }: { visitor: Visitor | undefined; shareKey: string | undefined },
): ShownSite => ({
  open,
  view: open.viewFor(
    visitor
      ? audienceOf(open.site, visitor, clock())
      : { claims: NO_CLAIMS, seesDrafts: false, now: clock() },
  ),
  address: readersUrl(config, open, shareKey),
});

const NO_CLAIMS = {};

/** The spaces of a site for its readers, by id: with their addresses on this site, wherever else they are published. */
export async function presentSpacesForVisitors(
  context: Pick<Context, 'db' | 'fields' | 'pointers' | 'config'>,
  { open, view, address }: ShownSite,
  spaceIds?: readonly string[],
): Promise<Map<string, Space>> {
  const { site } = open;
  const entries = listSiteSpaces(view.structure).filter(
    ({ spaceId }) => spaceIds === undefined || spaceIds.includes(spaceId),
  );
  const spaces = await presentSpacesOnSite(context, {
    site,
    spaceIds: entries.map(({ spaceId }) => spaceId),
    standing: undefined,
    shareKey: undefined,
  });
  const placed = new Map<string, Space>();
  for (const entry of entries) {
    const space = spaces.get(entry.spaceId);
    if (!space || placed.has(entry.spaceId)) continue;
    const published = address + siteSpacePath(open.structure, entry);
    const { public: _elsewhere, ...urls } = space.urls;
    placed.set(entry.spaceId, {
      ...space,
      visibility: showVisibility(site.visibility),
      urls: { ...urls, published, ...(site.visibility === 'public' ? { public: published } : {}) },
    });
  }
  return placed;
}
