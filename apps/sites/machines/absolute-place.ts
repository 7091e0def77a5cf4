import { type SitesOrigin, siteUrl } from '../../server/platform/http/site-url.ts';
import type { PublishedSpace } from '../published-space.ts';
import type { Reading } from '../site-readings.ts';

/** The place with absolute addresses, for what is read elsewhere: of its pages, or of its pages as Markdown. */
export function absolutePlace(
  config: SitesOrigin,
  { resolved, place }: Pick<Reading, 'resolved' | 'place'>,
  form: 'html' | 'markdown',
): PublishedSpace {
  const base = siteUrl(config, resolved.open.site);
  const toAbsolute = (href: string): string => new URL(href, base).href;
  return {
    ...place,
    pageHref: (pageId) => toAbsolute(form === 'html' ? place.pageHref(pageId) : place.markdownHref(pageId)),
    spaceHref(spaceId) {
      const found = place.spaceHref(spaceId);
      return found && { ...found, href: toAbsolute(found.href) };
    },
  };
}
