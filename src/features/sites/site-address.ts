import {
  hasSections,
  listSections,
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from './site-structure.ts';

/** The paths of the parts of a structure, by their ids. */
const known = new WeakMap<SiteStructure, ReadonlyMap<string, string>>();

/**
 * The paths of a section and of a site space below the address of the site: empty for the default ones, otherwise with
 * a slash at the end. `structure`: of the whole site. What takes the place of a hidden default one for some readers keeps
 * its own address, so that an address is the same for all of them.
 */
export const sectionPath = (structure: SiteStructure, { siteSectionId }: SectionEntry): string =>
  getPath(structure, siteSectionId);

export const siteSpacePath = (structure: SiteStructure, { siteSpaceId }: SiteSpaceEntry): string =>
  getPath(structure, siteSpaceId);

function getPath(structure: SiteStructure, id: string): string {
  const paths = known.get(structure) ?? collectPaths(structure);
  known.set(structure, paths);
  const path = paths.get(id);
  if (path === undefined) throw new Error('A path is asked for in the structure that the part is in.');
  return path;
}

function collectPaths(structure: SiteStructure): Map<string, string> {
  const sections = hasSections(structure) ? listSections(structure) : [];
  const paths = new Map(sections.map((section) => [section.siteSectionId, ownPath(section)]));
  for (const entry of listSiteSpaces(structure))
    paths.set(entry.siteSpaceId, (paths.get(entry.sectionId ?? '') ?? '') + ownPath(entry));
  return paths;
}

const ownPath = ({ isDefault, path }: SectionEntry | SiteSpaceEntry): string => (isDefault ? '' : `${path}/`);
