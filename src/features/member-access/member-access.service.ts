import type { Role } from '../../access/roles.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../http/ids.ts';
import type { PageOfRows } from '../../http/lists.ts';
import { findMemberState, type MemberKey, type MemberState } from '../members/members.queries.ts';
import { memberNotFound } from '../members/members.service.ts';
import { findSpaceRows, type SpaceRow } from '../spaces/spaces.queries.ts';
import { findTeamRows, type TeamRow } from '../teams/teams.queries.ts';
import {
  listMemberTeamRows,
  listPermissionRows,
  type MemberTeamRow,
  type TeamOfMemberPosition,
} from './member-access.repository.ts';

/** The live spaces that the member can read. A membership that was not accepted yet gives none. */
export async function listSpacesOfMember(
  db: Context['db'],
  key: MemberKey,
  list: { order: 'asc' | 'desc'; after: string | undefined; limit: number },
): Promise<PageOfRows<SpaceRow & { role: Role }, string>> {
  const { role, disabled } = await getMemberState(db, key);
  if (disabled) return { rows: [], count: 0, next: undefined };
  const { organizationId, userId } = key;
  const reader = { organizationId, actor: { kind: 'user' as const, userId }, role };
  const page = await listPermissionRows(db, reader, list);
  const spaceIds = page.rows.map((row) => row.space_id);
  const spaces = new Map(
    (await findSpaceRows(db, { organizationId, spaceIds })).map((row) => [row.space_id, row]),
  );
  return { ...page, rows: joinRows(page.rows, (row) => spaces.get(row.space_id)) };
}

export async function listTeamsOfMember(
  db: Context['db'],
  key: MemberKey,
  list: { title: string; after: TeamOfMemberPosition | undefined; limit: number },
): Promise<PageOfRows<TeamRow & Pick<MemberTeamRow, 'role'>, TeamOfMemberPosition>> {
  await getMemberState(db, key);
  const page = await listMemberTeamRows(db, key, list);
  const teamIds = page.rows.map((row) => row.team_id);
  const teams = new Map(
    (await findTeamRows(db, { organizationId: key.organizationId, teamIds })).map((row) => [
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
