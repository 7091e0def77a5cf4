import { listSections, listSiteSpaces, type SectionEntry, type SiteStructure } from '../../site-structure.ts';
import { makePath } from '../paths.ts';
import type { SiteSpaces } from './find-items.ts';

/** The default site space of the section itself does not count: it yields its path. */
export const isTakenForSection = (structure: SiteStructure, path: string, siteSectionId?: string): boolean =>
  listSections(structure).some((other) => other.path === path && other.siteSectionId !== siteSectionId) ||
  listSiteSpaces(structure).some(
    (other) =>
      other.path === path &&
      !(other.isDefault && siteSectionId !== undefined && other.sectionId === siteSectionId),
  );

/** `siblings`: the site spaces beside it. */
export const isTakenForSiteSpace = (
  structure: SiteStructure,
  path: string,
  siblings: SiteSpaces,
  siteSpaceId?: string,
): boolean =>
  siblings.some((other) => other.path === path && other.siteSpaceId !== siteSpaceId) ||
  listSections(structure).some((section) => section.path === path);

/**
 * Gives the default site space of a section another path if it has that of its section. Most sections are titled like
 * the space that they show. The path of the section is in the addresses of all of its pages, that of its default site
 * space in none of them, and an address with the old path leads to the section, which shows the same.
 */
export function yieldPath(structure: SiteStructure, section: SectionEntry): SectionEntry {
  const { siteSpaces, path } = section;
  if (!siteSpaces.some((entry) => entry.isDefault && entry.path === path)) return section;
  return {
    ...section,
    siteSpaces: siteSpaces.map((entry) => {
      if (!entry.isDefault) return entry;
      const fallback = entry.space.language ?? 'variant';
      const isTaken = (one: string): boolean =>
        one === path || isTakenForSiteSpace(structure, one, siteSpaces, entry.siteSpaceId);
      return { ...entry, path: makePath(fallback, 'variant', isTaken) };
    }),
  };
}
