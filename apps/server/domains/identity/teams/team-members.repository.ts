import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { shownName } from '../users/pending.queries.ts';
import type { TeamMemberChange } from './plan-team-changes.ts';
import type { TeamMemberPosition } from './team-members.queries.ts';
import type { TeamKey } from './teams.queries.ts';

export interface TeamMemberRow {
  user_id: string;
  role: TeamRole;
  joined_at: Date;
}

/** Ordered by the time of joining the team. */
export async function listTeamMemberRows(
  db: Database,
  { organizationId, teamId }: TeamKey,
  { after, limit }: { after: TeamMemberPosition | undefined; limit: number },
): Promise<PageOfRows<TeamMemberRow, TeamMemberPosition>> {
  const isInTeam = sql`organization_id = ${organizationId} and team_id = ${teamId}`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from team_member where ${isInTeam}`.execute(db);
  const { rows } = await sql<TeamMemberRow>`
    select user_id, role, joined_at from team_member where ${isInTeam}
      ${after ? sql`and (joined_at, user_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by joined_at, user_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => [
    row.joined_at.toISOString(),
    row.user_id,
  ]);
}

/** A member of the organization, whether or not they are in the team. */
export interface CandidateRow {
  user_id: string;
  email_folded: string;
  display_name: string;
  team_role: TeamRole | null;
}

/** Finds the members named by these ids and folded addresses, and prevents their removal until the transaction ends. */
export async function lockCandidateRows(
  trx: Transaction<DB>,
  team: TeamKey,
  named: { userIds: readonly string[]; emails: readonly string[] },
): Promise<CandidateRow[]> {
  const found: CandidateRow[] = [];
  if (named.userIds.length > 0)
    found.push(...(await lockCandidates(trx, team, sql`u.user_id = any(${named.userIds}::uuid[])`)));
  if (named.emails.length > 0)
    found.push(...(await lockCandidates(trx, team, sql`u.email_folded = any(${named.emails}::text[])`)));
  return found;
}

async function lockCandidates(
  trx: Transaction<DB>,
  { organizationId, teamId }: TeamKey,
  isNamed: RawBuilder<SqlBool>,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select m.user_id, u.email_folded, ${shownName} as display_name, t.role as team_role
    from user_account u
    join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    left join team_member t
      on t.organization_id = m.organization_id and t.team_id = ${teamId} and t.user_id = m.user_id
    where ${isNamed} and u.deleted_at is null for key share of m`.execute(trx);
  return rows;
}

export async function applyTeamChanges(
  trx: Transaction<DB>,
  { organizationId, teamId }: TeamKey,
  { changes, at }: { changes: readonly TeamMemberChange[]; at: Date },
): Promise<void> {
  const put = changes.filter(({ after }) => after !== undefined);
  const removed = changes.filter(({ after }) => after === undefined);
  if (put.length > 0) {
    const userIds = put.map(({ userId }) => userId);
    const roles = put.map(({ after }) => after as TeamRole);
    await sql`
      insert into team_member (organization_id, team_id, user_id, role, joined_at)
      select ${organizationId}, ${teamId}, user_id, role, ${at}
      from unnest(${userIds}::uuid[], ${roles}::text[]) as p(user_id, role)
      on conflict (organization_id, team_id, user_id) do update set role = excluded.role`.execute(trx);
  }
  if (removed.length > 0) {
    await sql`
      delete from team_member
      where organization_id = ${organizationId} and team_id = ${teamId}
        and user_id = any(${removed.map(({ userId }) => userId)}::uuid[])`.execute(trx);
  }
}
