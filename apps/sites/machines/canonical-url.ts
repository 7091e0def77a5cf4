import { webAddress } from '@lectern/html/web-address';
import { type SitesOrigin, siteUrl } from '../../server/platform/http/site-url.ts';
import type { Reading } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';

/** The address that the author of a page names as its own; undefined where that is none in the web. */
export function namedCanonicalUrl({ settings }: Pick<VisiblePage, 'settings'>): string | undefined {
  const named = settings?.canonical === undefined ? undefined : webAddress(settings.canonical);
  return named?.startsWith('http') ? named : undefined;
}

/** The absolute address of the page for people: what its author names, or where it is for the visitor. */
export const canonicalUrlOf = (
  config: SitesOrigin,
  { resolved, place }: Reading,
  page: VisiblePage,
): string =>
  namedCanonicalUrl(page) ?? new URL(place.pageHref(page.entry.id), siteUrl(config, resolved.open.site)).href;
