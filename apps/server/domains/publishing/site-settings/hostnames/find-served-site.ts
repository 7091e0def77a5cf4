import type { Pointers, SiteAddress } from '../../../../platform/access/pointers.ts';
import type { SitesOrigin } from '../../../../platform/http/site-url.ts';
import { addressKeyOfHost } from '../../sites/served-hosts.ts';

/**
 * The site that is served under a hostname as somebody gave it. Answers from memory for names that are in use.
 */
export async function findServedSite(
  pointers: Pick<Pointers, 'siteAddresses'>,
  origin: SitesOrigin,
  hostname: string,
): Promise<SiteAddress | undefined> {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (!/^[a-z0-9.-]{1,253}$/.test(name)) return undefined;
  const key = addressKeyOfHost(origin, name);
  return key === undefined ? undefined : pointers.siteAddresses.find(key);
}
