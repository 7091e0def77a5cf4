import { siteAddressKey } from '../../../platform/access/pointers.ts';
import type { SitesOrigin } from '../../../platform/http/site-url.ts';

/**
 * Returns the key of the site address for a host: a subdomain of the sites origin, if sites have subdomains, or a
 * custom hostname. `hostname` is in lower case, without a port.
 */
export function addressKeyOfHost(
  { sitesUrl, sitesSubdomains }: SitesOrigin,
  hostname: string,
): string | undefined {
  const below = `.${new URL(sitesUrl).hostname}`;
  if (!hostname.endsWith(below)) return siteAddressKey('hostname', hostname);
  return sitesSubdomains ? siteAddressKey('basename', hostname.slice(0, -below.length)) : undefined;
}
