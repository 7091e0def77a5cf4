import { type Pointers, type SitePointer, siteAddressKey } from '../../../platform/access/pointers.ts';
import type { SitesOrigin } from '../../../platform/http/site-url.ts';
import { findPlainSite } from '../sites/plain-site.ts';
import { addressKeyOfHost } from '../sites/served-hosts.ts';

/** A site with the path at which a URL enters it. */
export interface SiteEntrance {
  site: SitePointer;
  /** The segments of the path that name the site itself. */
  base: readonly string[];
  /** The segments below it. */
  rest: readonly string[];
}

/** The name of a site in a URL: a host of its own, or its basename in the path of the sites origin. */
function nameIn(
  origin: SitesOrigin,
  host: string,
  segments: readonly string[],
): { key: string; depth: 0 | 1 } | undefined {
  if (host !== new URL(origin.sitesUrl).host) {
    const key = addressKeyOfHost(origin, host.replace(/:\d{1,5}$/, ''));
    return key === undefined ? undefined : { key, depth: 0 };
  }
  const [basename] = segments;
  return basename === undefined
    ? undefined
    : { key: siteAddressKey('basename', basename.toLowerCase()), depth: 1 };
}

/** Finds the site of a URL by its host and the decoded segments of its path. */
export async function findSite(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses'>,
  origin: SitesOrigin,
  host: string,
  segments: readonly string[],
): Promise<SiteEntrance | undefined> {
  const name = nameIn(origin, host, segments);
  const address = name && (await pointers.siteAddresses.find(name.key));
  const site = address && (await pointers.sites.find(address.siteId));
  if (!site) return undefined;
  return { site, base: segments.slice(0, name.depth), rest: segments.slice(name.depth) };
}

/** Finds the site of a URL as `findSite` does, or what draws previews of a space that is on no site. */
export async function findSiteOfReader(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses' | 'spaces' | 'organizations'>,
  origin: SitesOrigin,
  host: string,
  segments: readonly string[],
): Promise<SiteEntrance | undefined> {
  const stored = await findSite(pointers, origin, host, segments);
  const name = stored ? undefined : nameIn(origin, host, segments);
  const site = name && (await findPlainSite(pointers, name.key));
  if (!site) return stored;
  return { site, base: segments.slice(0, name.depth), rest: segments.slice(name.depth) };
}

/** The longest path that is read. */
export const MAX_PATH_LENGTH = 2048;

/**
 * The decoded segments of a path, without empty ones. Undefined for a path that means different things to different
 * readers: dots that go up, encoded slashes, broken encoding, control characters.
 */
export function readSegments(pathname: string): string[] | undefined {
  if (pathname.length > MAX_PATH_LENGTH) return undefined;
  const segments: string[] = [];
  for (const encoded of pathname.split('/')) {
    if (encoded === '') continue;
    const segment = decodeSegment(encoded);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

function decodeSegment(encoded: string): string | undefined {
  try {
    const segment = decodeURIComponent(encoded).normalize('NFC');
    return segment === '.' || segment === '..' || /[/\\\p{Cc}]/u.test(segment) ? undefined : segment;
  } catch {
    return undefined;
  }
}
