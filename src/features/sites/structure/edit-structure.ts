/** What managing a site does to its structure, without a database: each function returns the structure afterwards. */
import {
  hasSections,
  idOf,
  itemsBelow,
  listSections,
  listSiteSpaces,
  type SectionEntry,
  type SectionGroupEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
  titleOfSiteSpace,
} from '../site-structure.ts';
import { makePath } from './paths.ts';
import {
  besideItself,
  ITEM_NOT_FOUND,
  lastSection,
  MAX_GROUP_DEPTH,
  MAX_ITEMS,
  MAX_SITE_SPACES,
  notBetween,
  otherLevel,
  sectionGroupCycle,
  sitePathTaken,
  siteSpaceNotFound,
  structureTooLarge,
} from './structure-errors.ts';

type Items = readonly StructureItem[];
type SiteSpaces = readonly SiteSpaceEntry[];

/** The kind and the id of something in a structure. */
export interface ItemRef {
  type: StructureItem['kind'] | 'site-space';
  id: string;
}

/** Next to what something is put; at the end if both are absent. */
export interface Beside {
  before?: ItemRef | undefined;
  after?: ItemRef | undefined;
}

/** A title of a section has at least two characters. */
const MIN_TITLE = 2;
export const sectionTitleOf = (title: string): string =>
  title.length >= MIN_TITLE ? title : `Section ${title}`.trim();

// Finding

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

// Paths

const isTakenForSection = (structure: SiteStructure, path: string, siteSectionId?: string): boolean =>
  listSections(structure).some((other) => other.path === path && other.siteSectionId !== siteSectionId) ||
  listSiteSpaces(structure).some((other) => other.path === path);

/** `siblings`: the site spaces beside it. */
const isTakenForSiteSpace = (
  structure: SiteStructure,
  path: string,
  siblings: SiteSpaces,
  siteSpaceId?: string,
): boolean =>
  siblings.some((other) => other.path === path && other.siteSpaceId !== siteSpaceId) ||
  listSections(structure).some((section) => section.path === path);

// Adding

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
  const own = new Set(section.siteSpaces.map(({ path }) => path));
  const path = makePath(section.title, 'section', (one) => own.has(one) || isTakenForSection(wrapped, one));
  const isDefault = listSections(wrapped).length === 0;
  return placeItem(wrapped, { ...section, path, isDefault }, { parentId: section.groupId, at: 'end' });
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
  const section: SectionEntry = {
    kind: 'site-section',
    siteSectionId: wrapperId,
    groupId: null,
    title,
    localizedTitles: main.localizedTitles,
    description: null,
    localizedDescriptions: null,
    path: makePath(title, 'section', (one) => isTakenForSection(structure, one)),
    condition: null,
    icon: null,
    isDefault: true,
    isDraft: false,
    siteSpaces: siteSpaces.map((entry) => ({ ...entry, sectionId: wrapperId })),
  };
  return { items: [section], siteSpaces: [] };
}

// Removing

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
  return { items: [], siteSpaces: item.siteSpaces.map((entry) => ({ ...entry, sectionId: null })) };
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
function withoutSiteSpace(list: SiteSpaces, siteSpaceId: string): SiteSpaces {
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

// Moving

/** Moves a section, group or link next to others, into the group of those; to the end of where it is without any. */
export function moveItem(
  structure: SiteStructure,
  kind: StructureItem['kind'],
  id: string,
  beside: Beside,
): SiteStructure {
  const item = findItem(structure, kind, id);
  const named = siblingOf(beside, id);
  if (!named) return moveToGroup(structure, kind, id, item.groupId, { isAlways: true });
  const find = (ref: ItemRef | undefined): StructureItem | undefined => {
    if (ref === undefined) return undefined;
    if (ref.type === 'site-space') throw otherLevel();
    return findItem(structure, ref.type, ref.id);
  };
  const [after, before] = [find(beside.after), find(beside.before)];
  const { groupId } = (after ?? before) as StructureItem;
  refuseCycle(item, structure, groupId);
  const rest = { ...structure, items: replaceItem(structure.items, id, () => []) };
  assertNeighbours(childrenOf(rest, groupId).map(idOf), after && idOf(after), before && idOf(before));
  return placeItem(rest, item, { parentId: groupId, at: named });
}

/** Moves it to the end of a group, or of the root; it stays where it is if it is there already. */
export function moveToGroup(
  structure: SiteStructure,
  kind: StructureItem['kind'],
  id: string,
  groupId: string | null,
  { isAlways = false }: { isAlways?: boolean } = {},
): SiteStructure {
  const item = findItem(structure, kind, id);
  if (item.groupId === groupId && !isAlways) return structure;
  refuseCycle(item, structure, groupId);
  const rest = { ...structure, items: replaceItem(structure.items, id, () => []) };
  return placeItem(rest, item, { parentId: groupId, at: 'end' });
}

function refuseCycle(item: StructureItem, structure: SiteStructure, groupId: string | null): void {
  for (let above = groupId; above !== null; ) {
    if (above === idOf(item)) throw sectionGroupCycle();
    above = findItem(structure, 'site-section-group', above).groupId;
  }
}

/** Moves a site space next to others, into the section of those; to the end of where it is without any. */
export function moveSiteSpace(structure: SiteStructure, siteSpaceId: string, beside: Beside): SiteStructure {
  const entry = findSiteSpace(structure, siteSpaceId);
  const named = siblingOf(beside, siteSpaceId);
  const find = (ref: ItemRef | undefined): SiteSpaceEntry | undefined => {
    if (ref === undefined) return undefined;
    if (ref.type !== 'site-space') throw otherLevel();
    return findSiteSpace(structure, ref.id);
  };
  const [after, before] = [find(beside.after), find(beside.before)];
  const { sectionId } = after ?? before ?? entry;
  const isHere = sectionId === entry.sectionId;
  const rest = changeSiteSpaces(structure, entry.sectionId, (list) =>
    isHere ? list.filter((one) => one !== entry) : withoutSiteSpace(list, siteSpaceId),
  );
  const target = siteSpacesIn(rest, sectionId);
  if (!isHere && isTakenForSiteSpace(rest, entry.path, target)) throw sitePathTaken(entry.path);
  const shown = target.filter(({ space }) => !space.isDeleted).map((one) => one.siteSpaceId);
  assertNeighbours(shown, after?.siteSpaceId, before?.siteSpaceId);
  const moved = { ...entry, sectionId, isDefault: isHere ? entry.isDefault : target.length === 0 };
  return changeSiteSpaces(rest, sectionId, (list) => insertBeside(list, moved, named ?? 'end'));
}

/** The one that the new place is counted from. */
interface Named {
  id: string;
  side: 'before' | 'after';
}

function siblingOf({ before, after }: Beside, movedId: string): Named | undefined {
  if (before?.id === movedId || after?.id === movedId) throw besideItself();
  if (after) return { id: after.id, side: 'after' };
  return before && { id: before.id, side: 'before' };
}

/** If both are named, nothing is between them. */
function assertNeighbours(
  ids: readonly string[],
  after: string | undefined,
  before: string | undefined,
): void {
  if (after === undefined || before === undefined) return;
  const at = ids.indexOf(after);
  if (at < 0 || ids[at + 1] !== before) throw notBetween();
}

function insertBeside<Entry extends StructureItem | SiteSpaceEntry>(
  list: readonly Entry[],
  entry: Entry,
  place: Named | 'end',
): readonly Entry[] {
  if (place === 'end') return [...list, entry];
  const at = list.findIndex((one) => idOf(one) === place.id);
  return list.toSpliced(place.side === 'before' ? at : at + 1, 0, entry);
}

// Changing

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
  return { ...structure, items: replaceItem(structure.items, id, () => [{ ...section, ...changes }]) };
}

/** Changes fields of a group or link that say nothing about its place. */
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

// Lists

function mapItems(items: Items, change: (item: StructureItem) => StructureItem): Items {
  return items.map((item) =>
    change(
      item.kind === 'site-section-group' ? { ...item, children: mapItems(item.children, change) } : item,
    ),
  );
}

/** Puts others in the place of one item, wherever it is. */
function replaceItem(items: Items, id: string, others: () => Items): Items {
  return items.flatMap((item) => {
    if (idOf(item) === id) return others();
    if (item.kind !== 'site-section-group') return [item];
    return [{ ...item, children: replaceItem(item.children, id, others) }];
  });
}

const childrenOf = (structure: SiteStructure, groupId: string | null): Items =>
  groupId === null ? structure.items : findItem(structure, 'site-section-group', groupId).children;

function placeItem(
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

const siteSpacesIn = (structure: SiteStructure, sectionId: string | null): SiteSpaces =>
  sectionId === null ? structure.siteSpaces : findItem(structure, 'site-section', sectionId).siteSpaces;

function changeSiteSpaces(
  structure: SiteStructure,
  sectionId: string | null,
  change: (list: SiteSpaces) => SiteSpaces,
): SiteStructure {
  if (sectionId === null) return { ...structure, siteSpaces: change(structure.siteSpaces) };
  const section = findItem(structure, 'site-section', sectionId);
  const changed = { ...section, siteSpaces: change(section.siteSpaces) };
  return { ...structure, items: replaceItem(structure.items, sectionId, () => [changed]) };
}

// Bounds

export function assertBounds(structure: SiteStructure): void {
  const count = [...itemsBelow(structure.items)].length;
  const isTooLarge =
    count > MAX_ITEMS ||
    listSiteSpaces(structure).length > MAX_SITE_SPACES ||
    depthOf(structure.items) > MAX_GROUP_DEPTH;
  if (isTooLarge) throw structureTooLarge();
}

const depthOf = (items: Items): number =>
  Math.max(0, ...items.map((item) => (item.kind === 'site-section-group' ? 1 + depthOf(item.children) : 0)));
