import type { Static } from 'typebox';
import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { Context } from '../../../../platform/context.ts';
import { presentCustomization } from '../../site-settings/customization/customization.present.ts';
import { listCustomizations } from '../../site-settings/customization/list-customizations.ts';
import { findDefaultSiteSpace, listSiteSpaces } from '../../sites/site-structure.ts';
import { presentSite } from '../../sites/sites.present.ts';
import { findSiteRow } from '../../sites/sites.queries.ts';
import { createStructureParts, presentStructure } from '../../sites/structure/structure.present.ts';
import { presentSpacesForVisitors, type ShownSite } from '../spaces-for-visitors.ts';
import type { PublishedSiteSchema } from './bundle.schemas.ts';

/** Everything about a site but its content, as its readers see it. */
export async function readBundle(
  context: Pick<Context, 'db' | 'fields' | 'pointers' | 'config'>,
  shown: ShownSite,
): Promise<Static<typeof PublishedSiteSchema>> {
  const { db, config } = context;
  const { open, view, address } = shown;
  const { structure } = view;
  const [row, customizations, spaces] = await Promise.all([
    findSiteRow(db, open.site),
    listCustomizations(db, open.site),
    presentSpacesForVisitors(context, shown),
  ]);
  if (!row || !customizations) throw siteNotFound();
  // Structures are loaded with the pointer of the site: a space may have left it since.
  const present = { origin: config, shareKey: undefined, spaces };
  const parts = {
    ...createStructureParts(open.site, open.structure, present),
    publishedUrl: address,
    isForReaders: true,
  };
  const site = presentSite(row, null, config);
  const ofSite = presentCustomization(config, customizations.site);
  const byDefault = findDefaultSiteSpace(structure);
  const siteSpaces = listSiteSpaces(structure).flatMap((entry) => {
    const own = customizations.siteSpaces[entry.siteSpaceId];
    // Renderers look for an entry for every site space but the default one of the site.
    if (!own && entry === byDefault) return [];
    return [[entry.siteSpaceId, own ? presentCustomization(config, own) : ofSite] as const];
  });
  return {
    object: 'published-content-site',
    site: { ...site, urls: { ...site.urls, published: address } },
    structure: presentStructure(structure, parts),
    customizations: {
      site: ofSite,
      siteSpaces: Object.fromEntries(siteSpaces),
    },
    scripts: [],
  };
}
