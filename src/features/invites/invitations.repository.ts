import { type Kysely, sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import type { MemberKey } from '../members/members.repository.ts';
import { isUnclaimed } from './invitees.repository.ts';

type Database = Kysely<DB> | Transaction<DB>;

/** A member with the account and the invitation that waits for them, if one does. */
export interface InvitedMember {
  userId: string;
  email: string;
  displayName: string;
  role: RoleOrGuest;
  sso: boolean;
  disabled: boolean;
  isVerified: boolean;
  isUnclaimed: boolean;
  ticketId: string | null;
  /** The address that the link was mailed to. */
  mailedTo: string | null;
  invitedAt: Date | null;
  expiresAt: Date | null;
}

export async function findInvitedMember(
  db: Database,
  { organizationId, userId }: MemberKey,
): Promise<InvitedMember | undefined> {
  const { rows } = await sql<InvitedMember>`
    select u.user_id as "userId", u.email, u.display_name as "displayName", m.role, m.sso, m.disabled,
      u.email_verified_at is not null as "isVerified", ${isUnclaimed} as "isUnclaimed",
      t.ticket_id as "ticketId", t.email as "mailedTo", t.created_at as "invitedAt", t.expires_at as "expiresAt"
    from member m
    join user_account u on u.user_id = m.user_id and u.deleted_at is null
    left join user_ticket t on t.user_id = m.user_id and t.organization_id = m.organization_id
      and t.purpose = 'invitation'
    where m.organization_id = ${organizationId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Takes back the link. Tells whether there was one. */
export async function deleteInvitation(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<boolean> {
  const result = await trx
    .deleteFrom('user_ticket')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'invitation')
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function enableMember(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await trx
    .updateTable('member')
    .set({ disabled: false })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Locks all organizations that the user belongs to, and this one, against changes of members; in one order. */
export async function lockOrganizationsOf(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await sql`
    select 1 from organization
    where organization_id = ${organizationId}
      or organization_id in (select organization_id from member where user_id = ${userId})
    order by organization_id for no key update`.execute(trx);
}

/** Lets the user wait for their own invitations in all other organizations. Returns in which they took part. */
export async function disableElsewhere(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<{ organizationId: string; role: RoleOrGuest }[]> {
  const { rows } = await sql<{ organizationId: string; role: RoleOrGuest }>`
    update member set disabled = true
    where user_id = ${userId} and organization_id <> ${organizationId} and not disabled
      and organization_id in (select o.organization_id from organization o where o.deleted_at is null)
    returning organization_id as "organizationId", role`.execute(trx);
  return rows;
}

/** The first password of an account that an invitation made. */
export async function claimAccount(
  trx: Transaction<DB>,
  claim: { userId: string; passwordHash: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ password_hash: claim.passwordHash, password_changed_at: claim.at, is_unclaimed: false })
    .where('user_id', '=', claim.userId)
    .execute();
}
