import {
  idOf,
  itemsBelow,
  listSiteSpaces,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../../site-structure.ts';
import { ITEM_NOT_FOUND, siteSpaceNotFound } from '../structure-errors.ts';

export type Items = readonly StructureItem[];
export type SiteSpaces = readonly SiteSpaceEntry[];

/** The kind and the id of something in a structure. */
export interface ItemRef {
  type: StructureItem['kind'] | 'site-space';
  id: string;
}

export function findItem<Kind extends StructureItem['kind']>(
  { items }: SiteStructure,
  kind: Kind,
  id: string,
): Extract<StructureItem, { kind: Kind }> {
  for (const item of itemsBelow(items))
    if (item.kind === kind && idOf(item) === id) return item as Extract<StructureItem, { kind: Kind }>;
  throw ITEM_NOT_FOUND[kind]();
}

/** A site space whose space is deleted is not found. */
export function findSiteSpace(structure: SiteStructure, siteSpaceId: string): SiteSpaceEntry {
  const found = listSiteSpaces(structure).find((entry) => entry.siteSpaceId === siteSpaceId);
  if (!found || found.space.isDeleted) throw siteSpaceNotFound();
  return found;
}

export const childrenOf = (structure: SiteStructure, groupId: string | null): Items =>
  groupId === null ? structure.items : findItem(structure, 'site-section-group', groupId).children;

export const siteSpacesIn = (structure: SiteStructure, sectionId: string | null): SiteSpaces =>
  sectionId === null ? structure.siteSpaces : findItem(structure, 'site-section', sectionId).siteSpaces;
