import fc from 'fast-check';
import { ApiError } from '../../../../http/errors.ts';
import {
  idOf,
  itemsBelow,
  listSections,
  listSiteSpaces,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../../site-structure.ts';
import { sortStructure } from '../sort-structure.ts';
import { addItem, addSection, addSiteSpace, type NewSiteSpace, toSection } from './add-items.ts';
import { setDefaultSection, setDefaultSiteSpace } from './change-items.ts';
import type { ItemRef } from './find-items.ts';
import type { Beside } from './move-items.ts';
import { removeItem, removeSiteSpace } from './remove-items.ts';

export const EMPTY_STRUCTURE: SiteStructure = { items: [], siteSpaces: [] };

/** One operation, whose numbers select existing parts when it is applied. */
export interface RandomEdit {
  kind:
    | 'add-space'
    | 'add-section'
    | 'add-group'
    | 'add-link'
    | 'remove-space'
    | 'remove-item'
    | 'move-space'
    | 'move-item'
    | 'default-section'
    | 'default-space';
  first: number;
  second: number;
  side: 'before' | 'after' | 'end';
  isDraft: boolean;
}

export const randomEdit: fc.Arbitrary<RandomEdit> = fc.record({
  kind: fc.constantFrom<RandomEdit['kind'][]>(
    'add-space',
    'add-space',
    'add-section',
    'add-group',
    'add-link',
    'remove-space',
    'remove-item',
    'remove-item',
    'move-space',
    'move-item',
    'move-item',
    'default-section',
    'default-space',
  ),
  first: fc.nat(1000),
  second: fc.nat(1000),
  side: fc.constantFrom<RandomEdit['side'][]>('before', 'after', 'end'),
  isDraft: fc.boolean(),
});

const TITLES = ['Guide', 'API', 'Guide', '日本語', 'A'];
const pick = <Value>(list: readonly Value[], at: number): Value | undefined => list[at % list.length];

const refOf = (entry: StructureItem | SiteSpaceEntry): ItemRef => ({ type: entry.kind, id: idOf(entry) });

const besideOf = (ref: ItemRef | undefined, side: RandomEdit['side']): Beside =>
  ref === undefined || side === 'end' ? {} : { [side]: ref };

/** Applies the operation. Returns the same structure if it is refused, or if there is no part that it can change. */
export function applyEdit(structure: SiteStructure, edit: RandomEdit, newId: () => string): SiteStructure {
  try {
    return change(structure, edit, newId);
  } catch (error) {
    if (error instanceof ApiError) return structure;
    throw error;
  }
}

function change(structure: SiteStructure, edit: RandomEdit, newId: () => string): SiteStructure {
  const { first, second, side, isDraft } = edit;
  const items = [...itemsBelow(structure.items)];
  const groups = items.filter((item) => item.kind === 'site-section-group');
  const sections = listSections(structure);
  const siteSpaces = listSiteSpaces(structure).filter(({ space }) => !space.isDeleted);
  const groupId = (second % 2 === 0 && pick(groups, first)?.siteSectionGroupId) || null;
  const [item, space] = [pick(items, first), pick(siteSpaces, first)];
  const title = pick(TITLES, first) as string;
  const common = { groupId, title, localizedTitles: null, icon: null, isDraft };
  switch (edit.kind) {
    case 'add-space': {
      const sectionId = second % 3 === 0 ? pick(sections, second)?.siteSectionId : undefined;
      return addSiteSpace(structure, newEntry(title, edit, newId), { sectionId, newSectionId: newId() });
    }
    case 'add-section': {
      const entry = newEntry(title, edit, newId);
      return addSection(
        structure,
        toSection(structure, entry, { ...common, siteSectionId: newId() }),
        newId(),
      );
    }
    case 'add-group': {
      const kind = 'site-section-group';
      return addItem(structure, { ...common, kind, siteSectionGroupId: newId(), children: [] }, newId());
    }
    case 'add-link': {
      const texts = { description: null, localizedDescriptions: null, condition: null };
      const link = { ...common, ...texts, siteExternalLinkId: newId(), url: 'https://example.com/' };
      return addItem(structure, { ...link, kind: 'site-external-link' }, newId());
    }
    case 'remove-space':
      return space ? removeSiteSpace(structure, space.siteSpaceId) : structure;
    case 'remove-item':
      return item ? removeItem(structure, item.kind, idOf(item)) : structure;
    case 'move-space': {
      const other = pick(siteSpaces, second);
      return space && other
        ? sortStructure(structure, refOf(space), besideOf(refOf(other), side))
        : structure;
    }
    case 'move-item': {
      const other = pick(items, second);
      return item && other ? sortStructure(structure, refOf(item), besideOf(refOf(other), side)) : structure;
    }
    case 'default-section': {
      const section = pick(sections, first);
      return section ? setDefaultSection(structure, section.siteSectionId) : structure;
    }
    case 'default-space':
      return space ? setDefaultSiteSpace(structure, space.siteSpaceId) : structure;
  }
}

const newEntry = (title: string, { isDraft, second }: RandomEdit, newId: () => string): NewSiteSpace => ({
  kind: 'site-space',
  siteSpaceId: newId(),
  spaceId: newId(),
  title: null,
  localizedTitles: null,
  condition: null,
  isDraft,
  isHidden: false,
  pageId: null,
  hasCustomization: false,
  space: { title, language: null, isDeleted: second % 5 === 0 },
});

/** Lists the faults of a structure, in words; empty if it is valid. */
export function findFaults(structure: SiteStructure): string[] {
  const faults: string[] = [];
  const items = [...itemsBelow(structure.items)];
  const sections = listSections(structure);
  const siteSpaces = listSiteSpaces(structure);
  const ids = [...items, ...siteSpaces].map(idOf);
  if (new Set(ids).size !== ids.length) faults.push('something is there twice');
  if (structure.items.length > 0 && structure.siteSpaces.length > 0)
    faults.push('there are site spaces at the root beside items');
  if (sections.filter(({ isDefault }) => isDefault).length !== Math.min(1, sections.length))
    faults.push('not exactly one section is the default');
  for (const list of [structure.siteSpaces, ...sections.map((section) => section.siteSpaces)]) {
    if (list.filter(({ isDefault }) => isDefault).length !== Math.min(1, list.length))
      faults.push('not exactly one site space of a list is the default');
    if (new Set(list.map(({ path }) => path)).size !== list.length) faults.push('a path is there twice');
  }
  const sectionPaths = sections.map(({ path }) => path);
  if (new Set(sectionPaths).size !== sections.length) faults.push('a path of a section is there twice');
  if (siteSpaces.some(({ path }) => sectionPaths.includes(path)))
    faults.push('a section and a site space have the same path');
  return [...faults, ...findOrphans(structure.items, null)];
}

function findOrphans(items: readonly StructureItem[], groupId: string | null): string[] {
  return items.flatMap((item) => [
    ...(item.groupId === groupId ? [] : [`${item.kind} names another group than the one that it is in`]),
    ...(item.kind === 'site-section-group' ? findOrphans(item.children, item.siteSectionGroupId) : []),
    ...(item.kind === 'site-section' && item.siteSpaces.some((one) => one.sectionId !== item.siteSectionId)
      ? ['a site space names another section than the one that it is in']
      : []),
  ]);
}
