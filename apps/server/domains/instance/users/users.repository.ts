import { sql } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isUnclaimed } from '../../identity/users/pending.queries.ts';

/** The states by which the list of users is filtered. */
export const USER_STATES = ['active', 'blocked', 'invited', 'administrator'] as const;
type UserState = (typeof USER_STATES)[number];

export interface InstanceUserRow {
  userId: string;
  displayName: string;
  email: string;
  photoURL: string | null;
  createdAt: Date;
  blockedAt: Date | null;
  lastSeenAt: Date | null;
  isInstanceAdministrator: boolean;
  isVerified: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  isInvited: boolean;
  sessions: number;
  tokens: number;
  organizationCount: number;
  /** The first of them, as JSON. */
  organizations: { id: string; title: string; role: RoleOrGuest }[];
}

export interface UserFilter {
  /** Part of a name or an address, folded. */
  search: string;
  state: UserState | undefined;
}

/** The user that a page begins after. */
export interface UserPosition {
  at: string;
  userId: string;
}

/** The number of organizations that are named for each user. */
const SHOWN_ORGANIZATIONS = 5;

const CONDITIONS = {
  active: sql`u.blocked_at is null and not ${isUnclaimed}`,
  blocked: sql`u.blocked_at is not null`,
  invited: isUnclaimed,
  administrator: sql`u.is_instance_administrator`,
};

const matches = ({ search, state }: UserFilter) => sql`
  u.deleted_at is null
  and (${search} = '' or position(${search} in u.email_folded) > 0 or position(${search} in u.name_folded) > 0)
  and ${state ? CONDITIONS[state] : sql`true`}`;

const FACTS = sql`
  u.user_id as "userId", u.display_name as "displayName", u.email, u.photo_url as "photoURL",
  u.created_at as "createdAt", u.blocked_at as "blockedAt", u.is_instance_administrator as "isInstanceAdministrator",
  u.email_verified_at is not null as "isVerified", u.password_hash is not null as "hasPassword",
  exists (select 1 from user_totp t where t.user_id = u.user_id and t.confirmed_at is not null) as "hasSecondFactor",
  ${isUnclaimed} as "isInvited", uses.sessions, own.tokens,
  greatest(uses.at, own.at, theirs.at) as "lastSeenAt", theirs.count as "organizationCount", theirs.organizations`;

const TABLES = sql`
  cross join lateral (
    select count(*)::int as sessions, max(coalesce(s.last_used_at, s.created_at)) as at
    from user_session s
    where s.user_id = u.user_id or s.token_id in (select token_id from user_token where user_id = u.user_id)) uses
  cross join lateral (
    select count(*)::int as tokens, max(t.last_used_at) as at from user_token t where t.user_id = u.user_id) own
  cross join lateral (
    select count(*)::int as count, max(last_seen_at) as at,
      coalesce(json_agg(json_build_object('id', organization_id, 'title', title, 'role', role) order by joined_at)
        filter (where place <= ${SHOWN_ORGANIZATIONS}), '[]') as organizations
    from (
      select m.organization_id, m.role, m.joined_at, m.last_seen_at, o.title,
        row_number() over (order by m.joined_at, m.organization_id) as place
      from member m join organization o on o.organization_id = m.organization_id and o.deleted_at is null
      where m.user_id = u.user_id) memberships) theirs`;

/** The newest users first. */
export async function listUserRows(
  db: Database,
  filter: UserFilter,
  { after, limit }: { after: UserPosition | undefined; limit: number },
): Promise<InstanceUserRow[]> {
  const { rows } = await sql<InstanceUserRow>`
    select ${FACTS}
    from (
      select * from user_account u
      where ${matches(filter)} and (${after === undefined}::boolean
        or (u.created_at, u.user_id) < (${after?.at ?? null}::timestamptz, ${after?.userId ?? null}::uuid))
      order by u.created_at desc, u.user_id desc limit ${limit}) u
    ${TABLES}
    order by u.created_at desc, u.user_id desc`.execute(db);
  return rows;
}

export async function countUsers(db: Database, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from user_account u where ${matches(filter)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function findUserRow(db: Database, userId: string): Promise<InstanceUserRow | undefined> {
  const { rows } = await sql<InstanceUserRow>`
    select ${FACTS} from user_account u ${TABLES}
    where u.user_id = ${userId} and u.deleted_at is null`.execute(db);
  return rows[0];
}
