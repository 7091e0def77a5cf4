import type { SectionEntry, SiteSpaceEntry, SiteStructure, StructureItem } from '../../site-structure.ts';
import { sitePathTaken, siteSpaceNotFound } from '../structure-errors.ts';
import { findItem, findSiteSpace, siteSpacesIn } from './find-items.ts';
import { changeSiteSpaces, mapItems, replaceItem } from './item-lists.ts';
import { isTakenForSection, isTakenForSiteSpace, yieldPath } from './taken-paths.ts';

export type SectionChanges = Partial<
  Pick<
    SectionEntry,
    | 'title'
    | 'localizedTitles'
    | 'description'
    | 'localizedDescriptions'
    | 'path'
    | 'condition'
    | 'icon'
    | 'isDraft'
  >
>;

export function changeSection(structure: SiteStructure, id: string, changes: SectionChanges): SiteStructure {
  const section = findItem(structure, 'site-section', id);
  if (changes.path !== undefined && isTakenForSection(structure, changes.path, id))
    throw sitePathTaken(changes.path);
  const changed = yieldPath(structure, { ...section, ...changes });
  return { ...structure, items: replaceItem(structure.items, id, () => [changed]) };
}

/** Changes the fields of a group or link, except its place. */
export function changeItem<Kind extends 'site-section-group' | 'site-external-link'>(
  structure: SiteStructure,
  kind: Kind,
  id: string,
  changes: Partial<Omit<Extract<StructureItem, { kind: Kind }>, 'groupId' | 'children'>>,
): SiteStructure {
  const item = findItem(structure, kind, id) as StructureItem;
  const changed = { ...item, ...changes } as StructureItem;
  return { ...structure, items: replaceItem(structure.items, id, () => [changed]) };
}

export type SiteSpaceChanges = Partial<
  Pick<
    SiteSpaceEntry,
    | 'path'
    | 'title'
    | 'localizedTitles'
    | 'condition'
    | 'isDraft'
    | 'isHidden'
    | 'pageId'
    | 'spaceId'
    | 'space'
  >
>;

export function changeSiteSpace(
  structure: SiteStructure,
  siteSpaceId: string,
  changes: SiteSpaceChanges,
): SiteStructure {
  const entry = findSiteSpace(structure, siteSpaceId);
  const { path } = changes;
  const siblings = siteSpacesIn(structure, entry.sectionId);
  if (path !== undefined && isTakenForSiteSpace(structure, path, siblings, siteSpaceId))
    throw sitePathTaken(path);
  return changeSiteSpaces(structure, entry.sectionId, (list) =>
    list.map((one) => (one === entry ? { ...entry, ...changes } : one)),
  );
}

export function setDefaultSection(structure: SiteStructure, siteSectionId: string): SiteStructure {
  findItem(structure, 'site-section', siteSectionId);
  const items = mapItems(structure.items, (item) => {
    if (item.kind !== 'site-section') return item;
    const isDefault = item.siteSectionId === siteSectionId;
    return item.isDefault === isDefault ? item : { ...item, isDefault };
  });
  return { ...structure, items };
}

/** Makes it the default one where it is. `sectionId`: it must be in this section. */
export function setDefaultSiteSpace(
  structure: SiteStructure,
  siteSpaceId: string,
  sectionId?: string | null,
): SiteStructure {
  const entry = findSiteSpace(structure, siteSpaceId);
  if (sectionId !== undefined && entry.sectionId !== sectionId) throw siteSpaceNotFound();
  return changeSiteSpaces(structure, entry.sectionId, (list) =>
    list.map((one) => ({ ...one, isDefault: one.siteSpaceId === siteSpaceId })),
  );
}
