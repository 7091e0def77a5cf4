import { findSite } from '../../server/domains/publishing/published-content/find-site.ts';
import type { Pointers } from '../../server/platform/access/pointers.ts';
import type { Config } from '../../server/platform/config.ts';

/**
 * Decides on which hosts the files of a space are served: on the sites origin, and on a host that is a site's own only
 * if the space is on that site. What one organization uploads never appears under the hostname of another one.
 */
export function createHostsOfFiles(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses'>,
  config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>,
): (host: string, spaceId: string) => Promise<boolean> {
  const origin = new URL(config.sitesUrl);
  return async (host, spaceId) => {
    if (host === origin.host) return true;
    const entrance = await findSite(pointers, config, host, []);
    return !entrance || entrance.site.spaceIds.includes(spaceId);
  };
}
