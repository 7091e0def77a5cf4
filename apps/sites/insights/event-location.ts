import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';

/** Where on the site an event is recorded. `page`: the id of the page, if there is one. */
export const locationOf = (place: ResolvedContent, page: string | null) => ({
  siteSection: place.sectionId ?? null,
  siteSpace: place.siteSpaceId,
  siteShareKey: place.shareKey ?? null,
  space: place.spaceId,
  revision: null,
  page,
});
