import type { SitePointer } from '../../access/pointers.ts';
import type { Config } from '../../config.ts';
import {
  hasSections,
  listSections,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from './site-structure.ts';

/** The settings that addresses of sites are made of. */
export type SitesOrigin = Pick<Config, 'sitesUrl' | 'sitesSubdomains'>;

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

type NamedSite = Pick<SitePointer, 'hostname' | 'basename'>;

const withPort = (hostname: string, { port }: URL): string =>
  port === '' ? hostname : `${hostname}:${port}`;

/**
 * The paths of a section and of a site space below the address of the site: empty for the default ones, otherwise with
 * a slash at the end.
 */
export const sectionPath = ({ isDefault, path }: SectionEntry): string => (isDefault ? '' : `${path}/`);

export function siteSpacePath(structure: SiteStructure, entry: SiteSpaceEntry): string {
  const section = hasSections(structure)
    ? listSections(structure).find(({ siteSectionId }) => siteSectionId === entry.sectionId)
    : undefined;
  return `${section ? sectionPath(section) : ''}${entry.isDefault ? '' : `${entry.path}/`}`;
}
