import { siteAddressKey } from '../../access/pointers.ts';
import type { SitesOrigin } from '../../http/site-url.ts';

/**
 * The key of the address under which a host of its own would be a site’s: a subdomain of the sites origin, where sites
 * have those, or a custom hostname. `hostname`: in lower case, without a port.
 */
export function addressKeyOfHost(
  { sitesUrl, sitesSubdomains }: SitesOrigin,
  hostname: string,
): string | undefined {
  const below = `.${new URL(sitesUrl).hostname}`;
  if (!hostname.endsWith(below)) return siteAddressKey('hostname', hostname);
  return sitesSubdomains ? siteAddressKey('basename', hostname.slice(0, -below.length)) : undefined;
}
