import { type Selectable, sql, type Transaction } from 'kysely';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { isPending, shownEmail, shownName, shownPhoto } from '../users/pending.queries.ts';
import type { ShownUserRow } from '../users/users.queries.ts';
import { countReadable } from './count-readable.repository.ts';

/** A member with the user, as the caller sees both, and with the counts. */
export type MemberRow = Pick<
  Selectable<DB['member']>,
  'organization_id' | 'user_id' | 'sso' | 'disabled' | 'joined_at' | 'last_seen_at'
> &
  ShownUserRow & {
    role: RoleOrGuest;
    /** The number of live spaces that they can read. */
    spaces: number;
    /** The number of sites on which they have a role. */
    sites: number;
    teams: number;
  };

/**
 * Returns those of the users who are members of the caller's organization, in the given order. An email address is
 * shown to its owner, and to callers with a role in the organization (`caller.role`, not on the object in the URL), so
 * not to guests.
 */
export async function findMemberRows(db: Database, caller: Caller, userIds: string[]): Promise<MemberRow[]> {
  if (userIds.length === 0) return [];
  const { organizationId, actor } = caller;
  const ownId = actor.kind === 'user' ? actor.userId : null;
  const { rows } = await sql<MemberRow>`
    select m.organization_id, m.user_id, m.role, m.sso, ${isPending} as disabled, m.joined_at, m.last_seen_at,
      ${shownName} as display_name, ${shownEmail} as email, ${shownPhoto} as photo_url,
      ${caller.role !== null}::boolean or u.user_id is not distinct from ${ownId}::uuid as shows_email,
      case when ${isPending} then 0 else coalesce(readable.spaces, 0) end as spaces,
      case when ${isPending} then 0 else coalesce(readable.sites, 0) end as sites,
      (select count(*)::int from team_member t
        where t.organization_id = ${organizationId} and t.user_id = m.user_id) as teams
    from unnest(${userIds}::uuid[]) with ordinality as asked(user_id, place)
    join member m on m.organization_id = ${organizationId} and m.user_id = asked.user_id
    join user_account u on u.user_id = m.user_id
    left join ${countReadable({ organizationId, userIds })} readable on readable.user_id = m.user_id
    order by asked.place`.execute(db);
  return rows;
}

/**
 * Prevents others from changing the members of the organization and their roles until the transaction ends. Must be
 * taken before any other lock, so that changes of members, teams and roles are serialized.
 */
export async function lockMembers(trx: Transaction<DB>, organizationId: string): Promise<void> {
  // Not the lock that foreign keys of new rows wait for: imports can continue.
  await sql`select 1 from organization where organization_id = ${organizationId} for no key update`.execute(
    trx,
  );
}

/** Whether the organization has an administrator who has accepted the invitation. */
export async function hasAdministrator(trx: Transaction<DB>, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member
    where organization_id = ${organizationId} and role = 'admin' and not disabled limit 1`.execute(trx);
  return rows.length > 0;
}

export interface MemberKey {
  organizationId: string;
  userId: string;
}

/** The state of a membership that changes decide by. */
export interface MemberState {
  role: RoleOrGuest;
  sso: boolean;
  disabled: boolean;
  displayName: string;
}

export async function findMemberState(
  db: Database,
  { organizationId, userId }: MemberKey,
): Promise<MemberState | undefined> {
  const { rows } = await sql<MemberState>`
    select m.role, m.sso, m.disabled, ${shownName} as "displayName"
    from member m join user_account u using (user_id)
    where m.organization_id = ${organizationId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function updateMemberRow(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
  changes: { role?: RoleOrGuest; sso?: boolean },
): Promise<void> {
  await trx
    .updateTable('member')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Deletes the membership and, by foreign keys, the member's grants, team memberships and names at identity providers.
 */
export async function deleteMemberRow(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await trx
    .deleteFrom('member')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** The earliest active administrator of an organization that is not deleted. */
export async function findFirstAdministrator(db: Database): Promise<MemberKey | undefined> {
  const row = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .select(['member.organization_id', 'member.user_id'])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('joined_at')
    .limit(1)
    .executeTakeFirst();
  return row && { organizationId: row.organization_id, userId: row.user_id };
}

/** The users with one of these roles in the organization who can sign in. */
export async function listUsersWithRole(
  db: Database,
  { organizationId, roles, limit }: { organizationId: string; roles: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from member m join user_account u on u.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.role = any(${roles}::text[]) and not ${isPending}
      and u.deleted_at is null
    order by m.user_id limit ${limit}`.execute(db);
  return rows.map((row) => row.user_id);
}
