import { sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import type { MemberKey } from '../members/members.queries.ts';

/** Deletes the invitation. Returns whether it existed. */
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
