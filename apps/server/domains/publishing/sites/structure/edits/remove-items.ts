import {
  listSections,
  type SectionEntry,
  type SiteStructure,
  type StructureItem,
} from '../../site-structure.ts';
import { lastSection } from '../structure-errors.ts';
import { setDefaultSection } from './change-items.ts';
import { findItem, findSiteSpace, type SiteSpaces } from './find-items.ts';
import { changeSiteSpaces, replaceItem } from './item-lists.ts';

/**
 * Removes a section with its site spaces, a link, or a group, whose items take its place. The site spaces of the last
 * section stand at the root afterwards.
 */
export function removeItem(structure: SiteStructure, kind: StructureItem['kind'], id: string): SiteStructure {
  const item = findItem(structure, kind, id);
  const items = replaceItem(structure.items, id, () =>
    item.kind === 'site-section-group'
      ? item.children.map((child) => ({ ...child, groupId: item.groupId }))
      : [],
  );
  if (item.kind !== 'site-section') return { ...structure, items };
  const rest = { items, siteSpaces: [] };
  if (listSections(rest).length > 0) return item.isDefault ? promoteSection(rest, structure, id) : rest;
  if (item.siteSpaces.length === 0) return rest;
  if (items.length > 0) throw lastSection();
  return { items: [], siteSpaces: unwrap(item) };
}

/** The default site space takes the path of its section, so that addresses with it still lead there. */
function unwrap({ siteSpaces, path }: SectionEntry): SiteSpaces {
  const isFree = siteSpaces.every((entry) => entry.path !== path);
  return siteSpaces.map((entry) => ({
    ...entry,
    sectionId: null,
    path: entry.isDefault && isFree ? path : entry.path,
  }));
}

/** The section after the one that was removed is the default one now. */
function promoteSection(rest: SiteStructure, before: SiteStructure, removedId: string): SiteStructure {
  const order = listSections(before);
  const at = order.findIndex(({ siteSectionId }) => siteSectionId === removedId);
  const next = [...order.slice(at + 1), ...order.slice(0, at)];
  const { siteSectionId } = (next.find(({ isDraft }) => !isDraft) ?? next[0]) as SectionEntry;
  return setDefaultSection(rest, siteSectionId);
}

export function removeSiteSpace(structure: SiteStructure, siteSpaceId: string): SiteStructure {
  const { sectionId } = findSiteSpace(structure, siteSpaceId);
  return changeSiteSpaces(structure, sectionId, (list) => withoutSiteSpace(list, siteSpaceId));
}

/** Where the default one is taken out, the next one is the default, if possible one that readers see. */
export function withoutSiteSpace(list: SiteSpaces, siteSpaceId: string): SiteSpaces {
  const at = list.findIndex((entry) => entry.siteSpaceId === siteSpaceId);
  const rest = list.toSpliced(at, 1);
  if (!list[at]?.isDefault) return rest;
  const next = [...list.slice(at + 1), ...list.slice(0, at)];
  const promoted =
    next.find(({ isDraft, space }) => !isDraft && !space.isDeleted) ??
    next.find(({ space }) => !space.isDeleted) ??
    next[0];
  return rest.map((entry) => (entry === promoted ? { ...entry, isDefault: true } : entry));
}
