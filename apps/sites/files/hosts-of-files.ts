import { findSite } from '../../server/domains/publishing/published-content/find-site.ts';
import type { Pointers } from '../../server/platform/access/pointers.ts';
import type { Config } from '../../server/platform/config.ts';

/**
 * Decides on which hosts the files of a space or a site are served: on the sites origin, and on a host that is a site's
 * own only if it is that site, or the space is on it. What one organization uploads never appears under the hostname of another one.
 */
export function createHostsOfFiles(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses'>,
  config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>,
): (host: string, ownerId: string) => Promise<boolean> {
  const origin = new URL(config.sitesUrl);
  return async (host, ownerId) => {
    if (host === origin.host) return true;
    const entrance = await findSite(pointers, config, host, []);
    if (!entrance) return true;
    const { siteId, spaceIds } = entrance.site;
    return ownerId === siteId || spaceIds.includes(ownerId);
  };
}
