import { readSegments } from '../../features/published-content/find-site.ts';
import { locatePath } from '../../features/sites/locate-path.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import { findPublishedPage } from './find-page.ts';

/**
 * Where the page is that was at an address before a section or a variant took the name with which it begins: links to
 * it may be older. `pathname`: of the whole address, at which the section or variant has no page. The nearest space
 * counts.
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

function findHref({ open, place }: Reading, path: string): string | undefined {
  const found = findPublishedPage(open.snapshot, place.contents, { path, homeId: place.siteSpace.pageId });
  if (!found) return undefined;
  if ('page' in found) return place.pageHref(found.page.entry.id);
  return 'page' in found.moved ? place.pageHref(found.moved.page.entry.id) : undefined;
}
