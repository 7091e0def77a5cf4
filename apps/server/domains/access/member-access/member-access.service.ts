import { isId } from '@lectern/std/ids';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import type { PageOfRows } from '../../../platform/http/lists.ts';
import { listAboveEach } from '../../content/collections/order.queries.ts';
import { findSpaceRows, type ShownSpaceRow, type SpaceReads } from '../../content/spaces/spaces.queries.ts';
import { findMemberState, type MemberKey, type MemberState } from '../../identity/members/members.queries.ts';
import { memberNotFound } from '../../identity/members/members.service.ts';
import { findTeamRows, type TeamRow } from '../../identity/teams/teams.queries.ts';
import { findDecidingSource, type Source } from '../permissions/deciding-source.ts';
import { listGivenToMember } from '../permissions/given-to-member.queries.ts';
import {
  listMemberTeamRows,
  listPermissionRows,
  type MemberTeamRow,
  type PermissionRow,
  type TeamOfMemberPosition,
} from './member-access.repository.ts';

/** A space that a member can read, with the source of the role. */
export type SpaceOfMember = ShownSpaceRow & Pick<PermissionRow, 'role' | 'callerRole'> & { source: Source };

/** The live spaces that both the member and the caller can read. A membership that was not accepted yet gives none. */
export async function listSpacesOfMember(
  reads: SpaceReads,
  caller: Caller,
  list: { userId: string; order: 'asc' | 'desc'; title: string; after: string | undefined; limit: number },
): Promise<PageOfRows<SpaceOfMember, string>> {
  const { organizationId } = caller;
  const { db } = reads;
  const { userId } = list;
  const { role, disabled } = await getMemberState(db, { organizationId, userId });
  if (disabled) return { rows: [], count: 0, next: undefined };
  const reader = { organizationId, actor: { kind: 'user' as const, userId }, role };
  const page = await listPermissionRows(db, { reader, caller }, list);
  const spaceIds = page.rows.map((row) => row.space_id);
  const spaces = new Map(
    (await findSpaceRows(reads, { organizationId, spaceIds })).map((row) => [row.space_id, row]),
  );
  const callerRoles = new Map(page.rows.map((row) => [row.space_id, row.callerRole]));
  const rows = joinRows(page.rows, (row) => spaces.get(row.space_id));
  const findSource = await createFindSource(db, { organizationId, userId, role }, rows);
  return {
    ...page,
    rows: rows.flatMap((row) => {
      const source = findSource(row);
      return source ? [{ ...row, callerRole: callerRoles.get(row.space_id) as Role, source }] : [];
    }),
  };
}

/** Reads what decides the roles of a member on these spaces. The source is undefined if the role ended a moment ago. */
async function createFindSource(
  db: Context['db'],
  { role, ...key }: MemberKey & Pick<MemberState, 'role'>,
  spaces: readonly ShownSpaceRow[],
): Promise<(space: ShownSpaceRow) => Source | undefined> {
  const { organizationId } = key;
  const parentIds = [...new Set(spaces.flatMap(({ parent_id: parentId }) => parentId ?? []))];
  const given = await listGivenToMember(db, key);
  const above = await listAboveEach(db, { organizationId, parentIds });
  return ({ space_id: id, parent_id: parentId, default_level: defaultLevel }) =>
    findDecidingSource(
      role,
      {
        kind: 'space',
        organizationId,
        id,
        defaultLevel: defaultLevel as DefaultLevel,
        above: above.get(parentId ?? '') ?? [],
      },
      given,
    )?.source;
}

export async function listTeamsOfMember(
  { db, fields }: Pick<Context, 'db' | 'fields'>,
  key: MemberKey,
  list: { title: string; after: TeamOfMemberPosition | undefined; limit: number },
): Promise<PageOfRows<TeamRow & Pick<MemberTeamRow, 'role'>, TeamOfMemberPosition>> {
  await getMemberState(db, key);
  const page = await listMemberTeamRows(db, key, list);
  const teamIds = page.rows.map((row) => row.team_id);
  const teams = new Map(
    (await findTeamRows({ db, fields }, { organizationId: key.organizationId, teamIds })).map((row) => [
      row.team_id,
      row,
    ]),
  );
  return { ...page, rows: joinRows(page.rows, (row) => teams.get(row.team_id)) };
}

/** Skips rows deleted a moment ago. */
function joinRows<Row extends { role: string }, Found extends object>(
  rows: Row[],
  find: (row: Row) => Found | undefined,
): (Found & { role: Row['role'] })[] {
  return rows.flatMap((row) => {
    const found = find(row);
    return found ? [{ ...found, role: row.role }] : [];
  });
}

async function getMemberState(db: Context['db'], key: MemberKey): Promise<MemberState> {
  const member = isId(key.userId) ? await findMemberState(db, key) : undefined;
  if (!member) throw memberNotFound();
  return member;
}
