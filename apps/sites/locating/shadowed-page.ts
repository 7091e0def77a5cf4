import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import { locatePath } from '../../server/domains/publishing/sites/locate-path.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import { findPublishedPage } from './find-page.ts';

/**
 * Finds the page that an old link means. A section or variant may have been given the first part of a page's address as
 * its own path, and then hides the page. Returns the present address of the page; undefined if there is none.
 * `pathname`: the path of the whole address, where the section or variant itself has no page. If the page is in several
 * of the spaces above, the nearest one counts.
 */
export async function findShadowedPage(
  { readIn }: Pick<SiteReadings, 'readIn'>,
  { resolved, place }: Reading,
  pathname: string,
): Promise<string | undefined> {
  const { shown, siteHref, previewSegments } = place;
  if (previewSegments.length > 0) return undefined;
  const segments = readSegments(pathname.slice(siteHref.length - 1)) ?? [];
  const named = locatePath(shown, segments)?.depth ?? 0;
  for (let depth = named - 1; depth >= 0; depth -= 1) {
    const above = locatePath(shown, segments.slice(0, depth));
    const there = above?.depth === depth ? await readIn(resolved, above.siteSpace) : undefined;
    const path = segments.slice(depth).join('/');
    const href = there && findHref(there, path);
    if (href !== undefined) return href;
  }
  return undefined;
}

/** The address of the page at a path of a space; undefined if the visitor sees none there. */
export function findHref({ open, place }: Reading, path: string): string | undefined {
  const found = findPublishedPage(open.snapshot, place.contents, { path, homeId: place.siteSpace.pageId });
  if (!found) return undefined;
  if ('page' in found) return place.pageHref(found.page.entry.id);
  return 'page' in found.moved ? place.pageHref(found.moved.page.entry.id) : undefined;
}
