import type { FindFormerPage } from '../../server/content/references/former-pages.ts';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import type { FindRedirect } from '../../server/domains/publishing/site-redirects/find-redirect.ts';
import { lookAs } from '../../server/domains/publishing/site-redirects/look-as.ts';
import type { CountRedirect } from '../../server/domains/publishing/site-redirects/redirect-uses.ts';
import type { FindFormerPlace } from '../../server/domains/publishing/sites/former-paths/find-former-place.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import { findPublishedPage } from './find-page.ts';
import { findHref, findShadowedPage } from './shadowed-page.ts';

/** The result of locating a path: a page, a page that moved, or an address to redirect to. */
type LocatedPage =
  | { page: VisiblePage }
  | { moved: VisiblePage; anchor: string | undefined }
  | { location: string; isPermanent: boolean };

/**
 * Locates a page for a visitor; undefined if the visitor may not see anything there. `path`: below the address of the
 * space. `pathname`: the path of the whole address.
 */
export type LocatePage = (
  reading: Reading,
  asked: { path: string; pathname: string },
) => Promise<LocatedPage | undefined>;

export function createLocatePage({
  config,
  store,
  findRedirect,
  countRedirect,
  findFormerPage,
  findFormerPlace,
  readings,
}: {
  config: Context['config'];
  store: ContentStore;
  findRedirect: FindRedirect;
  countRedirect: CountRedirect;
  findFormerPage: FindFormerPage;
  findFormerPlace: FindFormerPlace;
  readings: Pick<SiteReadings, 'readIn'>;
}): LocatePage {
  /** Finds the target of a site redirect for a path without a page. */
  async function followRedirect(
    { resolved, audience, place }: Reading,
    pathname: string,
  ): Promise<{ location: string; isPermanent: boolean } | undefined> {
    const { open, visitor } = resolved;
    const url = new URL(place.siteHref, siteUrl(config, open.site));
    const found = await findRedirect(open.site, {
      ...lookAs({ open, store }, visitor, audience.now),
      siteUrl: url.href,
      path: pathname.slice(place.siteHref.length),
    });
    if (!found) return undefined;
    if (!visitor?.preview) countRedirect(open.site, found.redirect.redirectId);
    const target = new URL(found.target);
    // A path that begins with two slashes would lead to another host.
    const isHere = target.origin === url.origin && !target.pathname.startsWith('//');
    const location = isHere ? target.pathname + target.search + target.hash : target.href;
    return { location, isPermanent: found.redirect.isPermanent };
  }

  /** Finds a page that was at the path before it moved, if the visitor may see it at its new place. */
  async function findMoved(
    { open, place }: Reading,
    path: string,
  ): Promise<{ moved: VisiblePage; anchor: undefined } | undefined> {
    const pageId = await findFormerPage(open.space, path);
    const page = pageId === undefined ? undefined : place.contents.find(pageId);
    return page?.entry.type === 'document' ? { moved: page, anchor: undefined } : undefined;
  }

  /** Finds a page whose section or variant had another path, if the visitor may see it at its new place. */
  async function findInMovedPart(
    { resolved, place }: Reading,
    pathname: string,
  ): Promise<string | undefined> {
    const { shown, siteHref, previewSegments } = place;
    if (previewSegments.length > 0) return undefined;
    const segments = readSegments(pathname.slice(siteHref.length - 1)) ?? [];
    const found = await findFormerPlace(resolved.open.site, shown, segments);
    const there = found && (await readings.readIn(resolved, found.siteSpace));
    if (!there) return undefined;
    const path = found.rest.join('/');
    const moved = await findMoved(there, path);
    return findHref(there, path) ?? (moved && there.place.pageHref(moved.moved.entry.id));
  }

  async function findElsewhere(
    reading: Reading,
    { path, pathname }: { path: string; pathname: string },
  ): Promise<LocatedPage | undefined> {
    const known = (await followRedirect(reading, pathname)) ?? (await findMoved(reading, path));
    if (known) return known;
    const location =
      (await findShadowedPage(readings, reading, pathname)) ?? (await findInMovedPart(reading, pathname));
    return location === undefined ? undefined : { location, isPermanent: false };
  }

  return async (reading, { path, pathname }) => {
    const { open, place } = reading;
    const homeId = place.siteSpace.pageId;
    const found = findPublishedPage(open.snapshot, place.contents, { path, homeId });
    if (!found) return findElsewhere(reading, { path, pathname });
    if ('page' in found) return found;
    const { moved } = found;
    return 'url' in moved
      ? { location: moved.url, isPermanent: false }
      : { moved: moved.page, anchor: moved.anchor };
  };
}
