import { webAddress } from '../../html/web-address.ts';
import { type SitesOrigin, siteUrl } from '../../http/site-url.ts';
import type { Reading } from '../site-readings.ts';
import type { VisiblePage } from '../visible-contents.ts';

/** The absolute address of the page for people: what its author names, or where it is for the visitor. */
export function canonicalUrlOf(
  config: SitesOrigin,
  { resolved, place }: Reading,
  { entry, settings }: VisiblePage,
): string {
  const own = new URL(place.pageHref(entry.id), siteUrl(config, resolved.open.site)).href;
  const named = settings?.canonical === undefined ? undefined : webAddress(settings.canonical);
  return named !== undefined && URL.canParse(named) ? new URL(named).href : own;
}
