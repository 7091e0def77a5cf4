/** The access of one member: the spaces that they can read, and their teams. */

import { sql } from 'kysely';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import { type Caller, type Reader, spaceRoles } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';

export interface PermissionRow {
  space_id: string;
  /** The role of the member. */
  role: Role;
  callerRole: Role;
}

/**
 * Lists the live spaces that both a member and the caller can read, by creation time. `title`: only those whose title
 * contains this text, in any case. `after`: the last space of the previous page.
 */
export async function listPermissionRows(
  db: Database,
  { reader, caller }: { reader: Reader; caller: Caller },
  list: { order: 'asc' | 'desc'; title: string; after: string | undefined; limit: number },
): Promise<PageOfRows<PermissionRow, string>> {
  const { order, title, after, limit } = list;
  const [side, direction] = order === 'asc' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<{ count: number } & (PermissionRow | { space_id: null })>`
    with readable as materialized (
      select s.space_id, own.role, seen.role as caller_role
      from space s
      join ${spaceRoles(reader)} own on own.space_id = s.space_id
      join ${spaceRoles(caller)} seen on seen.space_id = s.space_id
      where s.organization_id = ${reader.organizationId} and s.deleted_at is null
        ${title === '' ? sql`` : sql`and strpos(lower(s.title), lower(${title})) > 0`})
    select counted.count, page.space_id, page.role, page.caller_role as "callerRole"
    from (select count(*)::int as count from readable) counted
    left join (
      select space_id, role, caller_role from readable
      ${after === undefined ? sql`` : sql`where space_id ${side} ${after}::uuid`}
      order by space_id ${direction} limit ${limit + 1}) page on true
    order by page.space_id ${direction}`.execute(db);
  const found = rows.flatMap((row) => (row.space_id === null ? [] : [row]));
  return cutPage(found, limit, rows[0]?.count ?? 0, (row) => row.space_id);
}

export interface MemberTeamRow {
  team_id: string;
  role: TeamRole;
}

/** The position where a page of the list of teams ends: the folded title and the id. */
export type TeamOfMemberPosition = [title: string, teamId: string];

/** Ordered by title. `title`: only teams whose title contains this folded text. */
export async function listMemberTeamRows(
  db: Database,
  { organizationId, userId }: MemberKey,
  list: { title: string; after: TeamOfMemberPosition | undefined; limit: number },
): Promise<PageOfRows<MemberTeamRow, TeamOfMemberPosition>> {
  const { title, after, limit } = list;
  const theirs = sql`
    from team_member i join team t using (organization_id, team_id)
    where i.organization_id = ${organizationId} and i.user_id = ${userId}
    ${title === '' ? sql`` : sql`and strpos(t.title_folded, ${title}) > 0`}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${theirs}`.execute(db);
  const { rows } = await sql<MemberTeamRow & { title_folded: string }>`
    select t.team_id, t.title_folded, i.role ${theirs}
    ${after ? sql`and (t.title_folded, t.team_id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by t.title_folded, t.team_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => [row.title_folded, row.team_id]);
}
