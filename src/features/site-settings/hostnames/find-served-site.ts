import { type Pointers, type SiteAddress, siteAddressKey } from '../../../access/pointers.ts';
import type { Config } from '../../../config.ts';
import { isReservedBasename } from '../../sites/basename.ts';

/**
 * The site that is served under a hostname: a proven one, or a subdomain of the sites origin if sites have those.
 * Answers from memory for names that are in use.
 */
export async function findServedSite(
  pointers: Pick<Pointers, 'siteAddresses'>,
  config: Pick<Config, 'sitesUrl' | 'sitesSubdomains'>,
  hostname: string,
): Promise<SiteAddress | undefined> {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (!/^[a-z0-9.-]{1,253}$/.test(name)) return undefined;
  const below = `.${new URL(config.sitesUrl).hostname}`;
  if (!name.endsWith(below)) return pointers.siteAddresses.find(siteAddressKey('hostname', name));
  const basename = name.slice(0, -below.length);
  if (!config.sitesSubdomains || basename.includes('.') || isReservedBasename(basename)) return undefined;
  return pointers.siteAddresses.find(siteAddressKey('basename', basename));
}
