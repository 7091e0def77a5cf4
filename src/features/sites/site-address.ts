import {
  hasSections,
  listSections,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from './site-structure.ts';

/**
 * The paths of a section and of a site space below the address of the site: empty for the default ones, otherwise with
 * a slash at the end.
 */
export const sectionPath = ({ isDefault, path }: SectionEntry): string => (isDefault ? '' : `${path}/`);

export function siteSpacePath(structure: SiteStructure, entry: SiteSpaceEntry): string {
  const section = hasSections(structure)
    ? listSections(structure).find(({ siteSectionId }) => siteSectionId === entry.sectionId)
    : undefined;
  return pathInSection(section, entry);
}

/** The same for a site space whose section is known. */
export const pathInSection = (
  section: SectionEntry | undefined,
  { isDefault, path }: SiteSpaceEntry,
): string => `${section ? sectionPath(section) : ''}${isDefault ? '' : `${path}/`}`;
