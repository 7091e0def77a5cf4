import {
  idOf,
  type SectionGroupEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../../site-structure.ts';
import { findItem, type Items, type SiteSpaces } from './find-items.ts';

/** The one that the new place is counted from. */
export interface Named {
  id: string;
  side: 'before' | 'after';
}

export function mapItems(items: Items, change: (item: StructureItem) => StructureItem): Items {
  return items.map((item) =>
    change(
      item.kind === 'site-section-group' ? { ...item, children: mapItems(item.children, change) } : item,
    ),
  );
}

/** Puts others in the place of one item, wherever it is. */
export function replaceItem(items: Items, id: string, others: () => Items): Items {
  return items.flatMap((item) => {
    if (idOf(item) === id) return others();
    if (item.kind !== 'site-section-group') return [item];
    return [{ ...item, children: replaceItem(item.children, id, others) }];
  });
}

export function insertBeside<Entry extends StructureItem | SiteSpaceEntry>(
  list: readonly Entry[],
  entry: Entry,
  place: Named | 'end',
): readonly Entry[] {
  if (place === 'end') return [...list, entry];
  const at = list.findIndex((one) => idOf(one) === place.id);
  return list.toSpliced(place.side === 'before' ? at : at + 1, 0, entry);
}

export function placeItem(
  structure: SiteStructure,
  item: StructureItem,
  { parentId, at }: { parentId: string | null; at: Named | 'end' },
): SiteStructure {
  const placed = { ...item, groupId: parentId };
  if (parentId === null) return { ...structure, items: insertBeside(structure.items, placed, at) };
  const group: SectionGroupEntry = findItem(structure, 'site-section-group', parentId);
  const changed = { ...group, children: insertBeside(group.children, placed, at) };
  return { ...structure, items: replaceItem(structure.items, parentId, () => [changed]) };
}

export function changeSiteSpaces(
  structure: SiteStructure,
  sectionId: string | null,
  change: (list: SiteSpaces) => SiteSpaces,
): SiteStructure {
  if (sectionId === null) return { ...structure, siteSpaces: change(structure.siteSpaces) };
  const section = findItem(structure, 'site-section', sectionId);
  const changed = { ...section, siteSpaces: change(section.siteSpaces) };
  return { ...structure, items: replaceItem(structure.items, sectionId, () => [changed]) };
}
