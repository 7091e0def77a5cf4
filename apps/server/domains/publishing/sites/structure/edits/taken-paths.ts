import { listSections, listSiteSpaces, type SiteStructure } from '../../site-structure.ts';
import type { SiteSpaces } from './find-items.ts';

export const isTakenForSection = (structure: SiteStructure, path: string, siteSectionId?: string): boolean =>
  listSections(structure).some((other) => other.path === path && other.siteSectionId !== siteSectionId) ||
  listSiteSpaces(structure).some((other) => other.path === path);

/** `siblings`: the site spaces beside it. */
export const isTakenForSiteSpace = (
  structure: SiteStructure,
  path: string,
  siblings: SiteSpaces,
  siteSpaceId?: string,
): boolean =>
  siblings.some((other) => other.path === path && other.siteSpaceId !== siteSpaceId) ||
  listSections(structure).some((section) => section.path === path);
