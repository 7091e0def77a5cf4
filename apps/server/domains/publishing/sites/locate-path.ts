import {
  hasSections,
  listSections,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from './site-structure.ts';

/** The place on a site that a path leads to. */
export interface PathLocation {
  section: SectionEntry | undefined;
  siteSpace: SiteSpaceEntry;
  /** How many segments lead to the site space; the rest is the path of a page. */
  depth: number;
  /** Whether no longer path can lead to another section or site space. */
  isComplete: boolean;
}

/**
 * Finds the section and the site space that a path below the address of a site leads to: the segments of the path name
 * a section, then a variant, where they can, and the default ones otherwise. `structure`: as the reader sees it.
 * Undefined if there is nothing to be seen.
 */
export function locatePath(structure: SiteStructure, segments: readonly string[]): PathLocation | undefined {
  const [first = ''] = segments;
  if (!hasSections(structure)) return locateVariant(structure.siteSpaces, undefined, segments, 0, true);
  const sections = listSections(structure);
  const named = sections.find(({ path }) => path === first.toLowerCase());
  const section = named ?? sections.find(({ isDefault }) => isDefault);
  if (!section) return undefined;
  // The first segment decides about the section: without one, it is not settled unless there is only one.
  const isSettled = named !== undefined || segments.length > 0 || sections.length === 1;
  return locateVariant(section.siteSpaces, section, segments, named ? 1 : 0, isSettled);
}

function locateVariant(
  siteSpaces: readonly SiteSpaceEntry[],
  section: SectionEntry | undefined,
  segments: readonly string[],
  start: number,
  isSectionSettled: boolean,
): PathLocation | undefined {
  const segment = segments[start];
  const named =
    segment === undefined ? undefined : siteSpaces.find(({ path }) => path === segment.toLowerCase());
  const siteSpace = named ?? siteSpaces.find(({ isDefault }) => isDefault);
  if (!siteSpace) return undefined;
  const isVariantSettled = segment !== undefined || siteSpaces.length === 1;
  return {
    section,
    siteSpace,
    depth: named ? start + 1 : start,
    isComplete: isSectionSettled && isVariantSettled,
  };
}
