import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Filter } from 'scim2-parse-filter';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import type { TeamKey } from '../../identity/teams/teams.queries.ts';
import { shownName } from '../../identity/users/pending.queries.ts';
import { scimUniqueness } from './scim-errors.ts';
import { compileFilter, type FilterAttribute, type FilterAttributes } from './scim-filter.queries.ts';

/** A team as a directory sees it. */
export interface ScimGroupRow {
  team_id: string;
  title: string;
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
  members: { id: string; name: string }[];
}

/** Members that one page of groups shows; a page ends earlier if its groups have more. */
const MAX_LISTED_MEMBERS = 50_000;

const UPDATED = sql`coalesce(p.updated_at, t.created_at)`;
const inTeam = sql`from team_member tm join member m using (organization_id, user_id)
  where tm.organization_id = t.organization_id and tm.team_id = t.team_id and not m.disabled`;
const members: FilterAttribute = {
  kind: 'ids',
  with: (userId) => sql<SqlBool>`exists (select 1 ${inTeam} and tm.user_id = ${userId}::uuid)`,
  any: sql<SqlBool>`exists (select 1 ${inTeam})`,
};

const ATTRIBUTES: FilterAttributes = new Map<string, FilterAttribute>([
  ['id', { kind: 'text', value: sql`t.team_id::text`, fold: 'email' }],
  ['displayname', { kind: 'text', value: sql`t.title_folded`, fold: 'name' }],
  ['externalid', { kind: 'text', value: sql`p.external_id` }],
  ['members', members],
  ['members.value', members],
  ['meta.created', { kind: 'time', value: sql`t.created_at` }],
  ['meta.lastmodified', { kind: 'time', value: UPDATED }],
]);

const groups = (organizationId: string, matches: RawBuilder<SqlBool>) => sql`
  team t left join provisioned_team p using (organization_id, team_id)
  where t.organization_id = ${organizationId} and ${matches}`;

const columns = sql`t.team_id, t.title, p.external_id, t.created_at, ${UPDATED} as updated_at`;

/** In the order in which they were created. */
export async function listScimGroupRows(
  db: Database,
  list: {
    organizationId: string;
    filter: Filter | undefined;
    offset: number;
    limit: number;
    withMembers: boolean;
  },
): Promise<{ rows: ScimGroupRow[]; count: number }> {
  const { organizationId, filter, offset, limit, withMembers } = list;
  const found = groups(organizationId, filter ? compileFilter(filter, ATTRIBUTES) : sql<SqlBool>`true`);
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  const size = withMembers ? sql`(select count(*) ${inTeam})::int` : sql`0`;
  const { rows } = await sql<Omit<ScimGroupRow, 'members'> & { size: number }>`
    select ${columns}, ${size} as size from ${found}
    order by t.created_at, t.team_id limit ${limit} offset ${offset}`.execute(db);
  let total = 0;
  const page = rows.filter(({ size }, index) => {
    total += size;
    return index === 0 || total <= MAX_LISTED_MEMBERS;
  });
  return {
    rows: withMembers ? await withTheirMembers(db, organizationId, page) : withoutMembers(page),
    count,
  };
}

export async function findScimGroupRow(
  db: Database,
  { organizationId, teamId }: TeamKey,
  { withMembers }: { withMembers: boolean },
): Promise<ScimGroupRow | undefined> {
  const { rows } = await sql<Omit<ScimGroupRow, 'members'>>`
    select ${columns} from ${groups(organizationId, sql<SqlBool>`t.team_id = ${teamId}`)}`.execute(db);
  return (withMembers ? await withTheirMembers(db, organizationId, rows) : withoutMembers(rows))[0];
}

const withoutMembers = (rows: Omit<ScimGroupRow, 'members'>[]): ScimGroupRow[] =>
  rows.map((row) => ({ ...row, members: [] }));

async function withTheirMembers(
  db: Database,
  organizationId: string,
  found: Omit<ScimGroupRow, 'members'>[],
): Promise<ScimGroupRow[]> {
  const teamIds = found.map((row) => row.team_id);
  const { rows } = await sql<{ team_id: string; id: string; name: string }>`
    select tm.team_id, m.user_id as id, ${shownName} as name from team_member tm
    join member m using (organization_id, user_id)
    join user_account u on u.user_id = m.user_id
    where tm.organization_id = ${organizationId} and tm.team_id = any(${teamIds}::uuid[]) and not m.disabled
    order by tm.joined_at, m.user_id`.execute(db);
  const members = new Map(teamIds.map((teamId) => [teamId, [] as ScimGroupRow['members']]));
  for (const { team_id: teamId, id, name } of rows) members.get(teamId)?.push({ id, name });
  return found.map((row) => ({ ...row, members: members.get(row.team_id) ?? [] }));
}

/** Throws a 409 if another team of the organization has the id. */
export async function putProvisionedTeam(
  trx: Transaction<DB>,
  { organizationId, teamId }: TeamKey,
  externalId: string | null,
  at: Date,
): Promise<void> {
  try {
    await sql`
      insert into provisioned_team (organization_id, team_id, external_id, updated_at)
      values (${organizationId}, ${teamId}, ${externalId}, ${at})
      on conflict (organization_id, team_id)
      do update set external_id = excluded.external_id, updated_at = excluded.updated_at`.execute(trx);
  } catch (error) {
    if (violates(error, 'provisioned_team_external_id_unique'))
      throw scimUniqueness('Another group of the organization has this externalId.');
    throw error;
  }
}

/** Which of the users the directory knows, whether they are active or not. */
export async function listKnownUsers(
  trx: Transaction<DB>,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, { active: boolean }>> {
  const { rows } = await sql<{ user_id: string; active: boolean }>`
    select user_id, bool_or(active) as active from (
      select user_id, true as active from member where organization_id = ${organizationId} and not disabled
        and user_id = any(${userIds}::uuid[])
      union all
      select user_id, false from provisioned_user where organization_id = ${organizationId}
        and user_id = any(${userIds}::uuid[])) k
    group by user_id`.execute(trx);
  return new Map(rows.map(({ user_id, active }) => [user_id, { active }]));
}

/** The members of the team, and the inactive users who get it back. */
export async function listGroupUsers(
  trx: Transaction<DB>,
  { organizationId, teamId }: TeamKey,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from team_member where organization_id = ${organizationId} and team_id = ${teamId}
    union
    select user_id from provisioned_user
    where organization_id = ${organizationId} and ${teamId}::uuid = any(former_teams)`.execute(trx);
  return rows.map((row) => row.user_id);
}
