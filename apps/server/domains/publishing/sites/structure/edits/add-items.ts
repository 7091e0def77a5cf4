import {
  hasSections,
  listSections,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
  titleOfSiteSpace,
} from '../../site-structure.ts';
import { makePath } from '../paths.ts';
import { findItem } from './find-items.ts';
import { changeSiteSpaces, placeItem } from './item-lists.ts';
import { isTakenForSection, isTakenForSiteSpace, yieldPath } from './taken-paths.ts';

const EMPTY: SiteStructure = { items: [], siteSpaces: [] };

/** A title of a section has at least two characters. */
const MIN_TITLE = 2;

export const sectionTitleOf = (title: string): string =>
  title.length >= MIN_TITLE ? title : `Section ${title}`.trim();

export type NewItem = Extract<StructureItem, { kind: 'site-section-group' | 'site-external-link' }>;

export type NewSection = Omit<SectionEntry, 'path' | 'isDefault'>;

export type NewSiteSpace = Omit<SiteSpaceEntry, 'path' | 'isDefault' | 'sectionId'>;

/** Adds a group or a link at the end of the group that it names. */
export function addItem(structure: SiteStructure, item: NewItem, wrapperId: string): SiteStructure {
  const wrapped = wrap(structure, wrapperId);
  return placeItem(wrapped, item, { parentId: item.groupId, at: 'end' });
}

/** Adds a section with its site spaces at the end of the group that it names; the first one is the default one. */
export function addSection(structure: SiteStructure, section: NewSection, wrapperId: string): SiteStructure {
  const wrapped = wrap(structure, wrapperId);
  const path = makePath(section.title, 'section', (one) => isTakenForSection(wrapped, one));
  const isDefault = listSections(wrapped).length === 0;
  const added = yieldPath(wrapped, { ...section, path, isDefault });
  return placeItem(wrapped, added, { parentId: section.groupId, at: 'end' });
}

/** The section of a site space that is added with it. */
export function toSection(
  structure: SiteStructure,
  entry: NewSiteSpace,
  section: Pick<NewSection, 'siteSectionId' | 'title'> & Partial<NewSection>,
): NewSection {
  const path = makePath(
    titleOfSiteSpace({ ...entry, path: '', isDefault: true, sectionId: null }),
    'variant',
    (one) => isTakenForSiteSpace(structure, one, []),
  );
  return {
    kind: 'site-section',
    groupId: null,
    localizedTitles: null,
    description: null,
    localizedDescriptions: null,
    condition: null,
    icon: null,
    isDraft: false,
    siteSpaces: [{ ...entry, sectionId: section.siteSectionId, path, isDefault: true }],
    ...section,
  };
}

/**
 * Adds a site space at the end of a section: the named one, else the default one. At the root of a site without
 * sections, groups and links; if it has only groups and links, in a section of its own, whose id is `newSectionId`.
 */
export function addSiteSpace(
  structure: SiteStructure,
  entry: NewSiteSpace,
  { sectionId, newSectionId }: { sectionId: string | undefined; newSectionId: string },
): SiteStructure {
  const section =
    sectionId === undefined
      ? listSections(structure).find(({ isDefault }) => isDefault)
      : findItem(structure, 'site-section', sectionId);
  const title = entry.title ?? entry.space.title;
  if (!section && hasSections(structure)) {
    const made = toSection(structure, entry, {
      siteSectionId: newSectionId,
      title: sectionTitleOf(title),
    });
    return addSection(structure, made, newSectionId);
  }
  const siblings = section ? section.siteSpaces : structure.siteSpaces;
  const path = makePath(title, entry.space.language ?? 'variant', (one) =>
    isTakenForSiteSpace(structure, one, siblings),
  );
  const isDefault = siblings.length === 0;
  const added = { ...entry, path, isDefault, sectionId: section?.siteSectionId ?? null };
  return changeSiteSpaces(structure, added.sectionId, (list) => [...list, added]);
}

/** Before the first section, group or link is added, the site spaces at the root go into a section. */
function wrap(structure: SiteStructure, wrapperId: string): SiteStructure {
  const { siteSpaces } = structure;
  const main = siteSpaces.find(({ isDefault }) => isDefault);
  if (!main) return structure;
  const title = sectionTitleOf(titleOfSiteSpace(main));
  const others = { items: [], siteSpaces: siteSpaces.filter((entry) => entry !== main) };
  const section: SectionEntry = {
    kind: 'site-section',
    siteSectionId: wrapperId,
    groupId: null,
    title,
    localizedTitles: main.localizedTitles,
    description: null,
    localizedDescriptions: null,
    path: makePath(title, 'section', (one) => isTakenForSection(others, one)),
    condition: null,
    icon: null,
    isDefault: true,
    isDraft: false,
    siteSpaces: siteSpaces.map((entry) => ({ ...entry, sectionId: wrapperId })),
  };
  return { items: [yieldPath(EMPTY, section)], siteSpaces: [] };
}
