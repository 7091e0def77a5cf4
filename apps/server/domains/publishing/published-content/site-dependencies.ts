import type { CacheEntry } from '../../../platform/access/pointer-cache.ts';
import { type Pointers, siteAddressKey } from '../../../platform/access/pointers.ts';
import { Dependencies } from '../../../platform/fast-path/dependencies.ts';
import type { OpenSite } from '../site-visitors/open-site.ts';
import { listSiteSpaces } from '../sites/site-structure.ts';

type Entries = Readonly<CacheEntry<object>>[];

/**
 * Finds the entries in memory about a site and its addresses: a response about the site is valid as long as they stay.
 * Undefined if the site has changed meanwhile, or if its conditions depend on the time.
 */
export function findSiteDependencies(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses'>,
  { site, isTimed }: OpenSite,
): Dependencies | undefined {
  const entry = pointers.sites.peekEntry(site.siteId);
  const names = [
    siteAddressKey('basename', site.basename),
    ...(site.hostname ? [siteAddressKey('hostname', site.hostname)] : []),
  ];
  const addresses = names.flatMap((name) => pointers.siteAddresses.peekEntry(name) ?? []);
  if (isTimed || entry?.value !== site || addresses.length === 0) return undefined;
  return new Dependencies([entry, ...addresses]);
}

/** Finds the entries in memory about the spaces of a site. Undefined if one of them is not in memory. */
export function findSpacesDependencies(
  pointers: Pick<Pointers, 'spaces'>,
  structure: OpenSite['structure'],
): Dependencies | undefined {
  const entries: Entries = [];
  for (const { spaceId } of listSiteSpaces(structure)) {
    const entry = pointers.spaces.peekEntry(spaceId);
    if (!entry) return undefined;
    entries.push(entry);
  }
  return new Dependencies(entries);
}
