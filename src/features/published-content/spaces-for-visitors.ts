import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { siteUrl } from '../../http/site-url.ts';
import type { OpenSite } from '../site-visitors/open-site.ts';
import { siteSpacePath } from '../sites/site-address.ts';
import { listSiteSpaces, type SiteStructure } from '../sites/site-structure.ts';
import { presentSpacesOnSite } from '../sites/structure/spaces-on-site.ts';
import type { SpaceSchema } from '../spaces/spaces.schemas.ts';

type Space = Static<typeof SpaceSchema>;

/** A site as its readers see it. */
export interface ShownSite {
  open: OpenSite;
  /** The visible part of its structure. */
  structure: SiteStructure;
  /** The key by which they came. */
  shareKey: string | undefined;
}

/** The address of a site for its readers, with the key by which they came. */
export const addressOf = (
  { config }: Pick<Context, 'config'>,
  { open: { site }, shareKey }: Pick<ShownSite, 'open' | 'shareKey'>,
): string => `${siteUrl(config, site)}${shareKey === undefined ? '' : `${shareKey}/`}`;

/** The spaces of a site for its readers, by id: with their addresses on this site, wherever else they are published. */
export async function presentSpacesForVisitors(
  context: Pick<Context, 'db' | 'pointers' | 'config'>,
  shown: ShownSite,
  spaceIds?: readonly string[],
): Promise<Map<string, Space>> {
  const { site } = shown.open;
  const entries = listSiteSpaces(shown.structure).filter(
    ({ spaceId }) => spaceIds === undefined || spaceIds.includes(spaceId),
  );
  const spaces = await presentSpacesOnSite(context, {
    site,
    spaceIds: entries.map(({ spaceId }) => spaceId),
    standing: undefined,
    shareKey: undefined,
  });
  const address = addressOf(context, shown);
  const placed = new Map<string, Space>();
  for (const entry of entries) {
    const space = spaces.get(entry.spaceId);
    if (!space || placed.has(entry.spaceId)) continue;
    const published = address + siteSpacePath(shown.open.structure, entry);
    const { public: _elsewhere, ...urls } = space.urls;
    placed.set(entry.spaceId, {
      ...space,
      visibility: site.visibility,
      urls: { ...urls, published, ...(site.visibility === 'public' ? { public: published } : {}) },
    });
  }
  return placed;
}
