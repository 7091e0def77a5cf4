import { sql, type Transaction } from 'kysely';
import type { EndingRole, UnitOfWork } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { MemberKey } from './members.queries.ts';

/** Rows that end with a membership, besides access: teams, and direct roles. */
interface EndingMembership {
  teams: { team: string; role: string }[];
  permissions: EndingRole[];
}

export async function findEndingMembership(
  { trx, followers }: UnitOfWork,
  { organizationId, userId }: MemberKey,
): Promise<EndingMembership> {
  const { rows } = await sql<EndingMembership>`
    select ${followers.memberLeaves({ organizationId, userId })} as permissions,
      coalesce(jsonb_agg(jsonb_build_object('team', team_id, 'role', role) order by team_id), '[]') as teams
    from team_member where organization_id = ${organizationId} and user_id = ${userId}`.execute(trx);
  return rows[0] as EndingMembership;
}

/**
 * Ends the user's access to the organization, or everywhere if they took part in it and belong to no other
 * organization, and withdraws its open invitations. Returns how much was ended.
 */
export async function endAccess(
  trx: Transaction<DB>,
  { organizationId, userId, tookPart }: MemberKey & { tookPart: boolean },
): Promise<{ tokens: number; sessions: number }> {
  // A user may leave their last two organizations at once: serialized, so that the second transaction sees that it is
  // the last.
  await sql`select 1 from user_account where user_id = ${userId} for no key update`.execute(trx);
  const { rows } = await sql`
    select 1 from member m
    join organization o on o.organization_id = m.organization_id and o.deleted_at is null
    where m.user_id = ${userId} and not m.disabled limit 1`.execute(trx);
  // A user who never took part has only tokens and sessions from elsewhere, which a withdrawn invitation must not end.
  const isBound = rows.length > 0 || !tookPart ? sql`and organization_id = ${organizationId}` : sql``;
  const sessions = await sql`
    delete from user_session where user_id = ${userId} ${isBound}
    or token_id in (select token_id from user_token where user_id = ${userId} ${isBound})`.execute(trx);
  const tokens = await sql`
    delete from token_directory
    where token_id in (select token_id from user_token where user_id = ${userId} ${isBound})`.execute(trx);
  await sql`
    delete from user_ticket where user_id = ${userId} and organization_id = ${organizationId}`.execute(trx);
  return { tokens: Number(tokens.numAffectedRows ?? 0n), sessions: Number(sessions.numAffectedRows ?? 0n) };
}
