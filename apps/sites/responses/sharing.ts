import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { cacheTagOf } from '../../server/platform/access/cache-tags.ts';

/** The rules for caching a response about a place of a site. */
export interface Sharing {
  /** Whether everybody gets the same response. */
  isShared: boolean;
  /** The time for which a content delivery network may reuse the response; 0: not at all. */
  cdnSeconds: number;
  place: ResolvedContent;
}

/** The time for which a network may send the last response while it requests a new one. */
const STALE_SECONDS = 60;

/**
 * Returns the headers for caching. Browsers always revalidate, because nothing can notify them of changes; networks are
 * notified, by tags that name the sources of the response.
 */
export function sharingHeaders(sharing: Sharing): Record<string, string> {
  const { isShared, cdnSeconds } = sharing;
  if (!isShared) return { 'cache-control': 'private, no-cache' };
  const ofBrowsers = 'public, max-age=0, must-revalidate';
  if (cdnSeconds === 0) return { 'cache-control': ofBrowsers };
  return {
    'cache-control': `${ofBrowsers}, s-maxage=${cdnSeconds}`,
    'cdn-cache-control': `public, max-age=${cdnSeconds}, stale-while-revalidate=${STALE_SECONDS}`,
    ...tagHeaders(sharing),
  };
}

/** The names by which networks are told that a shared response is out of date. */
export function tagHeaders({ isShared, cdnSeconds, place }: Sharing): Record<string, string> {
  if (!isShared || cdnSeconds === 0) return {};
  const tags = [cacheTagOf.site(place.open.site.siteId), cacheTagOf.space(place.spaceId)];
  return { 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') };
}
