import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Filter } from 'scim2-parse-filter';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';
import { isUnclaimed } from '../../identity/users/pending.queries.ts';
import { scimUniqueness } from './scim-errors.ts';
import { compileFilter, type FilterAttribute, type FilterAttributes, nameOf } from './scim-filter.queries.ts';

/** A user as a directory sees them: every member, and who was one and is still known to the directory. */
export interface ScimUserRow {
  user_id: string;
  email: string;
  display_name: string;
  is_unclaimed: boolean;
  /** Whether the user is a member. */
  active: boolean;
  role: RoleOrGuest;
  /** Null: the directory has said nothing of the user. */
  user_name: string | null;
  external_id: string | null;
  attributes: Record<string, unknown> | null;
  former_role: string | null;
  former_teams: string[] | null;
  created_at: Date;
  updated_at: Date;
  teams: { id: string; title: string }[];
}

const text = (value: RawBuilder<unknown>, fold?: 'name' | 'email'): FilterAttribute => ({
  kind: 'text',
  value,
  ...(fold ? { fold } : {}),
});
const stored = (...path: string[]): FilterAttribute =>
  text(sql`lower(p.attributes #>> ${path}::text[])`, 'email');

const CREATED = sql`coalesce(p.created_at, m.joined_at)`;
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const ATTRIBUTES: FilterAttributes = new Map<string, FilterAttribute>([
  ['id', text(sql`u.user_id::text`, 'email')],
  ['username', text(sql`coalesce(p.user_name_folded, u.email_folded)`, 'email')],
  ['externalid', text(sql`p.external_id`)],
  ['displayname', text(sql`u.name_folded`, 'name')],
  ['emails', text(sql`u.email_folded`, 'email')],
  ['emails.value', text(sql`u.email_folded`, 'email')],
  ['emails.type', text(sql`'work'::text`, 'email')],
  ['emails.primary', { kind: 'boolean', value: sql`true` }],
  ['active', { kind: 'boolean', value: sql`(m.user_id is not null)` }],
  ['roles', text(sql`m.role`)],
  ['roles.value', text(sql`m.role`)],
  ['meta.created', { kind: 'time', value: CREATED }],
  ['meta.lastmodified', { kind: 'time', value: sql`coalesce(p.updated_at, m.joined_at)` }],
  ['name.givenname', stored('name', 'givenName')],
  ['name.familyname', stored('name', 'familyName')],
  ['name.formatted', stored('name', 'formatted')],
  ...['nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'].map(
    (name) => [name.toLowerCase(), stored(name)] as const,
  ),
  ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map(
    (name) => [name.toLowerCase(), stored(ENTERPRISE, name)] as const,
  ),
]);

/**
 * The users among whom a filter finds its matches, if an index names them: directories look up each person by a name,
 * and must not read all of them each time.
 */
function findCandidates(organizationId: string, filter: Filter): RawBuilder<unknown> | undefined {
  if (filter.op === 'and') {
    for (const part of (filter as { filters: Filter[] }).filters) {
      const found = findCandidates(organizationId, part);
      if (found) return found;
    }
  }
  const { op, attrPath, compValue } = filter as { op: string; attrPath?: string; compValue?: unknown };
  if (op !== 'eq' || typeof attrPath !== 'string' || typeof compValue !== 'string') return undefined;
  const byEmail = sql`select user_id from user_account where email_folded = ${foldEmail(compValue)}`;
  const ofOrganization = sql`select user_id from provisioned_user where organization_id = ${organizationId}`;
  switch (nameOf(attrPath)) {
    case 'username':
      return sql`${ofOrganization} and user_name_folded = ${foldEmail(compValue)} union ${byEmail}`;
    case 'externalid':
      return sql`${ofOrganization} and external_id = ${compValue}`;
    case 'emails':
    case 'emails.value':
      return byEmail;
  }
  return undefined;
}

const everybody = (organizationId: string) => sql`
  select user_id from member where organization_id = ${organizationId} and not disabled
  union select user_id from provisioned_user where organization_id = ${organizationId}`;

const peopleAmong = (organizationId: string, candidates: RawBuilder<unknown>) => sql`
  (${candidates}) k
  join user_account u on u.user_id = k.user_id and u.deleted_at is null
  left join member m on m.organization_id = ${organizationId} and m.user_id = k.user_id and not m.disabled
  left join provisioned_user p on p.organization_id = ${organizationId} and p.user_id = k.user_id
  where (m.user_id is not null or p.user_id is not null)`;

const columnsOf = (
  organizationId: string,
) => sql`u.user_id, u.email, u.display_name, ${isUnclaimed} as is_unclaimed,
  m.user_id is not null as active, m.role, p.user_name, p.external_id, p.attributes, p.former_role, p.former_teams,
  ${CREATED} as created_at, coalesce(p.updated_at, m.joined_at) as updated_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', t.team_id, 'title', t.title) order by t.title_folded, t.team_id)
    from team_member tm join team t using (organization_id, team_id)
    where tm.organization_id = ${organizationId} and tm.user_id = m.user_id), '[]') as teams`;

/** In the order in which they were created. `offset`: how many to skip. */
export async function listScimUserRows(
  db: Database,
  list: { organizationId: string; filter: Filter | undefined; offset: number; limit: number },
): Promise<{ rows: ScimUserRow[]; count: number }> {
  const { organizationId, filter, offset, limit } = list;
  const candidates = (filter && findCandidates(organizationId, filter)) ?? everybody(organizationId);
  const matches: RawBuilder<SqlBool> = filter ? compileFilter(filter, ATTRIBUTES) : sql<SqlBool>`true`;
  const found = sql`${peopleAmong(organizationId, candidates)} and ${matches}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  if (limit === 0 || offset >= count) return { rows: [], count };
  const { rows } = await sql<ScimUserRow>`
    select ${columnsOf(organizationId)} from ${found} order by ${CREATED}, u.user_id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, count };
}

export async function findScimUserRow(
  db: Database,
  { organizationId, userId }: MemberKey,
): Promise<ScimUserRow | undefined> {
  const one = sql`select user_id from user_account where user_id = ${userId}`;
  const { rows } = await sql<ScimUserRow>`
    select ${columnsOf(organizationId)} from ${peopleAmong(organizationId, one)}`.execute(db);
  return rows[0];
}

/** The account of an address, for a directory that wants its owner to be a member. */
export interface ProvisionedAccount {
  userId: string;
  isUnclaimed: boolean;
  /** Null: neither a member nor invited. */
  membership: { disabled: boolean } | null;
  isProvisioned: boolean;
}

export async function findAccountByEmail(
  trx: Transaction<DB>,
  organizationId: string,
  email: string,
): Promise<ProvisionedAccount | undefined> {
  const { rows } = await sql<ProvisionedAccount>`
    select u.user_id as "userId", ${isUnclaimed} as "isUnclaimed",
      case when m.user_id is not null then jsonb_build_object('disabled', m.disabled) end as membership,
      p.user_id is not null as "isProvisioned"
    from user_account u
    left join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    left join provisioned_user p on p.organization_id = ${organizationId} and p.user_id = u.user_id
    where u.email_folded = ${foldEmail(email)} and u.deleted_at is null`.execute(trx);
  return rows[0];
}

export interface ProvisionedUser {
  userName: string;
  externalId: string | null;
  attributes: Record<string, unknown>;
}

/** Throws a 409 if another user of the organization has the name or the id. */
export async function putProvisionedUser(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
  { userName, externalId, attributes }: ProvisionedUser,
  at: Date,
): Promise<void> {
  try {
    await sql`
      insert into provisioned_user
        (organization_id, user_id, user_name, user_name_folded, external_id, attributes, created_at, updated_at)
      values (${organizationId}, ${userId}, ${userName}, ${foldEmail(userName)}, ${externalId},
        ${toJsonText(attributes)}::text::jsonb, ${at}, ${at})
      on conflict (organization_id, user_id) do update set user_name = excluded.user_name,
        user_name_folded = excluded.user_name_folded, external_id = excluded.external_id,
        attributes = excluded.attributes, updated_at = excluded.updated_at`.execute(trx);
  } catch (error) {
    if (violates(error, 'provisioned_user_name_unique'))
      throw scimUniqueness(`Another user of the organization has the userName ${userName}.`);
    if (violates(error, 'provisioned_user_external_id_unique'))
      throw scimUniqueness('Another user of the organization has this externalId.');
    throw error;
  }
}

/** What an inactive user gets back; null when they are active, or were not deactivated by the directory. */
export async function setFormer(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
  former: { role: RoleOrGuest; teamIds: readonly string[] } | null,
): Promise<void> {
  await sql`
    update provisioned_user set former_role = ${former?.role ?? null},
      former_teams = ${former?.teamIds ?? null}::uuid[]
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(trx);
}

/** The former teams of inactive users change with their groups. */
export async function changeFormerTeams(
  trx: Transaction<DB>,
  { organizationId, teamId }: { organizationId: string; teamId: string },
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (add.length + remove.length === 0) return;
  await sql`
    update provisioned_user set former_teams = case when user_id = any(${add}::uuid[])
      then array_append(array_remove(former_teams, ${teamId}::uuid), ${teamId}::uuid)
      else array_remove(former_teams, ${teamId}::uuid) end
    where organization_id = ${organizationId} and former_teams is not null
      and user_id = any(${[...add, ...remove]}::uuid[])`.execute(trx);
}

export async function deleteProvisionedUser(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await sql`
    delete from provisioned_user where organization_id = ${organizationId} and user_id = ${userId}`.execute(
    trx,
  );
}

/** The teams among these that are still there. */
export async function listTeamsLeft(
  trx: Transaction<DB>,
  organizationId: string,
  teamIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ team_id: string }>`
    select team_id from team where organization_id = ${organizationId} and team_id = any(${teamIds}::uuid[])
    order by team_id`.execute(trx);
  return rows.map((row) => row.team_id);
}
