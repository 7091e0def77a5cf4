import type { Config } from '../config.ts';

/** The settings that addresses of sites are made of. */
export type SitesOrigin = Pick<Config, 'sitesUrl' | 'sitesSubdomains'>;

export interface NamedSite {
  basename: string;
  /** The custom hostname, if its DNS record was found. */
  hostname: string | null;
}

/**
 * The canonical address of a site, with a slash at the end: at its own hostname once that is proven, else at its
 * basename on the sites origin.
 */
export function siteUrl({ sitesUrl, sitesSubdomains }: SitesOrigin, site: NamedSite): string {
  const origin = new URL(sitesUrl);
  if (site.hostname !== null) return `${origin.protocol}//${withPort(site.hostname, origin)}/`;
  if (sitesSubdomains)
    return `${origin.protocol}//${withPort(`${site.basename}.${origin.hostname}`, origin)}/`;
  return `${sitesUrl}/${site.basename}/`;
}

const withPort = (hostname: string, { port }: URL): string =>
  port === '' ? hostname : `${hostname}:${port}`;
