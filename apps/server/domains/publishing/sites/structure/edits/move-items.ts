import { idOf, type SiteSpaceEntry, type SiteStructure, type StructureItem } from '../../site-structure.ts';
import {
  besideItself,
  notBetween,
  otherLevel,
  sectionGroupCycle,
  sitePathTaken,
} from '../structure-errors.ts';
import { childrenOf, findItem, findSiteSpace, type ItemRef, siteSpacesIn } from './find-items.ts';
import { changeSiteSpaces, insertBeside, type Named, placeItem, replaceItem } from './item-lists.ts';
import { withoutSiteSpace } from './remove-items.ts';
import { isTakenForSiteSpace } from './taken-paths.ts';

/** Next to what something is put; at the end if both are absent. */
export interface Beside {
  before?: ItemRef | undefined;
  after?: ItemRef | undefined;
}

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
