import { readFramedPage } from '../../server/domains/publishing/published-content/previews/frame-token.ts';
import {
  contentNotFound,
  resolveUrl,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import { findEndOfToken } from '../../server/domains/publishing/site-visitors/admission.ts';
import type { SiteReaders } from '../../server/domains/publishing/site-visitors/site-readers.ts';
import type { CarriedVisitor } from '../../server/domains/publishing/site-visitors/visitor-token.ts';
import type { SitePointer } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { findPublishedPage } from '../locating/find-page.ts';
import type { PublishedPages, RenderedPage } from '../published-pages.ts';
import { createUnsavedLooks } from '../site-looks.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';

/** Draws the page that a token of the API describes. Throws a 404 for what its member may not see any more. */
export type DrawFramedPage = (token: string) => Promise<{ page: RenderedPage; siteUrl: string }>;

interface FramedPagesParts {
  readers: SiteReaders;
  readings: SiteReadings;
  pages: Pick<PublishedPages, 'renderFramed'>;
}

export function createDrawFramedPage(
  context: Context,
  { readers, readings, pages }: FramedPagesParts,
): DrawFramedPage {
  const { config, pointers, clock, keyRing } = context;
  const findUnsavedLook = createUnsavedLooks(context);

  /** Reads the page as a visitor with the claims, if whoever asked for it may still see it. */
  async function read(site: SitePointer, visitor: CarriedVisitor, path: string): Promise<Reading> {
    const { openSites, mayPreview } = readers;
    const open = await openSites.open(site);
    if (!findEndOfToken(open, visitor, clock())) throw contentNotFound();
    const resolved = await resolveUrl(
      { clock, config, pointers, openSites, admit: async () => ({ visitor }) },
      { url: siteUrl(config, site) + path, redirectOnError: false },
    );
    if ('location' in resolved) throw contentNotFound();
    const space = await pointers.spaces.find(resolved.spaceId);
    if (!space || !(await mayPreview(site, visitor, space))) throw contentNotFound();
    return readings.read(resolved);
  }

  return async (token) => {
    const framed = await readFramedPage(keyRing, token, clock());
    const site = framed && (await pointers.sites.find(framed.page.siteId));
    if (!framed || !site) throw contentNotFound();
    const { claims, seesDrafts, by, epoch, path, customization, hasOverrides, mode } = framed.page;
    const reading = await read(
      site,
      {
        organizationId: framed.page.organizationId,
        siteId: site.siteId,
        epoch,
        claims,
        isAuthenticated: true,
        preview: { isDraft: seesDrafts },
        previewedBy: by,
        expiresAt: framed.expiresAt,
      },
      path,
    );
    const { siteSpaceId } = reading.place.siteSpace;
    const url = siteUrl(config, site);
    const look = customization && (await findUnsavedLook(site, siteSpaceId, { customization, hasOverrides }));
    const page = await pages.renderFramed(reading, findPage(reading), { look, mode, siteUrl: url });
    return { page, siteUrl: url };
  };
}

/** Undefined: the page that says that there is none. */
function findPage({ open, place, resolved }: Reading): VisiblePage | undefined {
  const homeId = place.siteSpace.pageId;
  const found = findPublishedPage(open.snapshot, place.contents, { path: resolved.rest.join('/'), homeId });
  if (!found) return undefined;
  if ('page' in found) return found.page;
  return 'page' in found.moved ? found.moved.page : undefined;
}
