import { type Pointers, type SitePointer, siteAddressKey } from '../../access/pointers.ts';
import type { Config } from '../../config.ts';

/** A site with the path at which a URL enters it. */
export interface SiteEntrance {
  site: SitePointer;
  /** The segments of the path that name the site itself. */
  base: readonly string[];
  /** The segments below it. */
  rest: readonly string[];
}

/** How the sites origin is reached. */
type SitesConfig = Pick<Config, 'sitesUrl' | 'sitesSubdomains'>;

/** The name of a site in a URL: its own hostname, or its basename in the host or path of the sites origin. */
function nameIn(
  { sitesUrl, sitesSubdomains }: SitesConfig,
  host: string,
  segments: readonly string[],
): { key: string; depth: 0 | 1 } | undefined {
  const origin = new URL(sitesUrl);
  if (host === origin.host) {
    const [basename] = segments;
    return basename === undefined
      ? undefined
      : { key: siteAddressKey('basename', basename.toLowerCase()), depth: 1 };
  }
  const hostname = host.replace(/:\d{1,5}$/, '');
  if (sitesSubdomains && hostname.endsWith(`.${origin.hostname}`)) {
    const label = hostname.slice(0, -origin.hostname.length - 1);
    return { key: siteAddressKey('basename', label), depth: 0 };
  }
  return { key: siteAddressKey('hostname', hostname), depth: 0 };
}

/** Finds the site of a URL by its host and the decoded segments of its path. */
export async function findSite(
  pointers: Pick<Pointers, 'sites' | 'siteAddresses'>,
  config: SitesConfig,
  host: string,
  segments: readonly string[],
): Promise<SiteEntrance | undefined> {
  const name = nameIn(config, host, segments);
  const address = name && (await pointers.siteAddresses.find(name.key));
  const site = address && (await pointers.sites.find(address.siteId));
  return site && toEntrance(site, segments, name.depth);
}

const toEntrance = (site: SitePointer, segments: readonly string[], depth: number): SiteEntrance => ({
  site,
  base: segments.slice(0, depth),
  rest: segments.slice(depth),
});

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
