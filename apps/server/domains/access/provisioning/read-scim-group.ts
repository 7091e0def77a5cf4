import { isRecord } from '@lectern/std/is-record';
import type { Filter } from 'scim2-parse-filter';
import { type PatchAction, type PatchOperation, readOperations } from './patch-scim-user.ts';
import { scimInvalidPath, scimInvalidValue } from './scim-errors.ts';
import { nameOf, parseFilter } from './scim-filter.queries.ts';

/** Changes of a group. What is undefined stays. */
export interface GroupChanges {
  displayName?: string;
  externalId?: string | null;
  /** The ids of users; `set` takes all others out of the group first. */
  members: { set: boolean; add: Set<string>; remove: Set<string> };
}

const MAX_TITLE_LENGTH = 256;
const MAX_EXTERNAL_ID_LENGTH = 1024;

/** Reads a group as a directory describes it: it replaces everything. Throws a 400. */
export function readScimGroup(resource: unknown): GroupChanges & { displayName: string } {
  if (!isRecord(resource)) throw scimInvalidValue('The body must be a Group of SCIM.');
  const changes: GroupChanges = {
    externalId: null,
    members: { set: true, add: new Set(), remove: new Set() },
  };
  for (const [name, value] of Object.entries(resource)) change(changes, 'replace', name, value);
  const { displayName } = changes;
  if (displayName === undefined) throw scimInvalidValue('displayName is required.');
  return { ...changes, displayName };
}

/**
 * Reads operations on a group (RFC 7644, section 3.5.2) without the group: only those users are touched whom they name,
 * because groups can be large. Throws a 400.
 */
export function readGroupPatch(operations: readonly PatchOperation[]): GroupChanges {
  const changes: GroupChanges = { members: { set: false, add: new Set(), remove: new Set() } };
  for (const { action, path, value } of readOperations(operations)) change(changes, action, path, value);
  return changes;
}

function change(changes: GroupChanges, action: PatchAction, path: string, value: unknown): void {
  const [name = ''] = nameOf(path).split('[');
  switch (name) {
    case 'displayname':
      if (action === 'remove') throw scimInvalidPath('displayName is required.');
      changes.displayName = readTitle(value);
      return;
    case 'externalid':
      changes.externalId = action === 'remove' || value == null ? null : readExternalId(value);
      return;
    case 'members':
      changeMembers(changes.members, action, path.includes('[') ? membersOfFilter(path) : readMembers(value));
      return;
    // Of other attributes, Lectern decides itself, or knows nothing.
    default:
      if (path.includes('[')) throw scimInvalidPath(`${path} is not an attribute of a group.`);
  }
}

function changeMembers(
  members: GroupChanges['members'],
  action: PatchAction,
  ids: string[] | undefined,
): void {
  if (action === 'replace' || (action === 'remove' && ids === undefined)) {
    members.set = true;
    members.add.clear();
    members.remove.clear();
  }
  for (const id of ids ?? []) {
    const [to, from] = action === 'remove' ? [members.remove, members.add] : [members.add, members.remove];
    to.add(id);
    from.delete(id);
  }
}

function readTitle(value: unknown): string {
  const title = typeof value === 'string' ? value.trim() : '';
  if (title === '' || title.length > MAX_TITLE_LENGTH)
    throw scimInvalidValue(`displayName must be a text of at most ${MAX_TITLE_LENGTH} characters.`);
  return title;
}

function readExternalId(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_EXTERNAL_ID_LENGTH)
    throw scimInvalidValue(`externalId must be a text of at most ${MAX_EXTERNAL_ID_LENGTH} characters.`);
  return value;
}

function readMembers(value: unknown): string[] | undefined {
  if (value == null) return undefined;
  return (Array.isArray(value) ? value : [value]).map((one) => {
    const id = isRecord(one) ? one.value : one;
    if (typeof id !== 'string') throw scimInvalidValue('members must be a list of objects with a value.');
    return id;
  });
}

/** The ids in a path such as `members[value eq "…" or value eq "…"]`. */
function membersOfFilter(path: string): string[] {
  const ids: string[] = [];
  const collect = (filter: Filter): void => {
    const { op, attrPath, compValue } = filter as { op: string; attrPath?: string; compValue?: unknown };
    if (op === 'or') (filter as { filters: Filter[] }).filters.forEach(collect);
    else if (op === '[]') collect((filter as { valFilter: Filter }).valFilter);
    else if (op === 'eq' && attrPath?.toLowerCase() === 'value' && typeof compValue === 'string')
      ids.push(compValue);
    else throw scimInvalidPath(`${path}: members can only be chosen by value eq "…".`);
  };
  collect(parseFilter(path));
  return ids;
}
