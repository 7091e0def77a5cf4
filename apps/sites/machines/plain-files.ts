import { findSite } from '../../server/domains/publishing/published-content/find-site.ts';
import type { Pointers } from '../../server/platform/access/pointers.ts';
import type { Config } from '../../server/platform/config.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';

const EVERYTHING = 'User-agent: *\nDisallow:\n';

/**
 * Writes `robots.txt` for a host. It names only a public site on a host of its own: the response on every other host is
 * the same, whether there is a site or not. Pages that must not be indexed say so themselves.
 */
export async function writeRobots(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses'>,
  config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>,
  host: string,
): Promise<string> {
  const site = (await findSite(pointers, config, host.toLowerCase(), []))?.site;
  if (!site?.isPublished || site.visibility !== 'public') return EVERYTHING;
  return writeRobotsOf(siteUrl(config, site));
}

/** Writes `robots.txt` for the host of a public site. */
export const writeRobotsOf = (address: string): string => `${EVERYTHING}\nSitemap: ${address}sitemap.xml\n`;

const DAY_MS = 86_400_000;
const VALID_DAYS = 90;

/** Writes the contact for security problems, in the format of RFC 9116. */
export function writeSecurityContact(contact: string, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS);
  const expires = new Date((today + VALID_DAYS) * DAY_MS).toISOString();
  return `Contact: ${contact}\nExpires: ${expires}\n`;
}
