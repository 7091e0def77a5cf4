import { cacheTagOf } from '../../access/cache-tags.ts';
import type { ResolvedContent } from '../../features/published-content/resolve-url.ts';

/** Who may keep an answer about a place of a site. */
export interface Sharing {
  /** Whether everybody gets the same answer. */
  isShared: boolean;
  /** For how long a content delivery network may answer for the service; 0: not at all. */
  cdnSeconds: number;
  place: ResolvedContent;
}

/** While it asks for a new answer, a network may give the last one for so long. */
const STALE_SECONDS = 60;

/**
 * The headers that say who may keep an answer. Browsers always ask whether it still holds, because nobody can tell them
 * that it does not; a network is told, by the names of what the answer was made from.
 */
export function sharingHeaders({ isShared, cdnSeconds, place }: Sharing): Record<string, string> {
  if (!isShared) return { 'cache-control': 'private, no-cache' };
  const ofBrowsers = 'public, max-age=0, must-revalidate';
  if (cdnSeconds === 0) return { 'cache-control': ofBrowsers };
  const tags = [cacheTagOf.site(place.open.site.siteId), cacheTagOf.space(place.spaceId)];
  return {
    'cache-control': `${ofBrowsers}, s-maxage=${cdnSeconds}`,
    'cdn-cache-control': `public, max-age=${cdnSeconds}, stale-while-revalidate=${STALE_SECONDS}`,
    'cache-tag': tags.join(','),
    'surrogate-key': tags.join(' '),
  };
}
