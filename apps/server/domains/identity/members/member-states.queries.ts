import { type Kysely, sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { nameInEmail } from '../users/pending.queries.ts';
import type { MemberKey } from './members.queries.ts';

/** The member is found by their own name from now on. */
export async function enableMember(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await sql`
    update member m set disabled = false, name_folded = u.name_folded
    from user_account u
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and u.user_id = m.user_id`.execute(
    trx,
  );
}

/** Lets the user wait for their own invitations in all other organizations. Returns in which they took part. */
export async function disableElsewhere(
  trx: Transaction<DB>,
  { organizationId, userId }: MemberKey,
): Promise<{ organizationId: string; role: RoleOrGuest }[]> {
  const { rows } = await sql<{ organizationId: string; role: RoleOrGuest }>`
    update member set disabled = true, name_folded = ${nameInEmail(sql`email_folded`)}
    where user_id = ${userId} and organization_id <> ${organizationId} and not disabled
      and organization_id in (select o.organization_id from organization o where o.deleted_at is null)
    returning organization_id as "organizationId", role`.execute(trx);
  return rows;
}

/** Removes the user from the organizations that still wait for them to accept. */
export async function deleteWaitingMembers(
  trx: Transaction<DB>,
  userId: string,
): Promise<{ organizationId: string; role: RoleOrGuest; sso: boolean }[]> {
  const { rows } = await sql<{ organizationId: string; role: RoleOrGuest; sso: boolean }>`
    delete from member where user_id = ${userId} and disabled
    returning organization_id as "organizationId", role, sso`.execute(trx);
  return rows;
}

/** Makes the user no member of any single sign-on. Returns the organizations in which they were one. */
export async function leaveSso(trx: Transaction<DB>, userId: string): Promise<{ organizationId: string }[]> {
  const { rows } = await sql<{ organizationId: string }>`
    update member set sso = false where user_id = ${userId} and sso
    returning organization_id as "organizationId"`.execute(trx);
  return rows;
}

export async function enterSso(trx: Transaction<DB>, { organizationId, userId }: MemberKey): Promise<void> {
  await trx
    .updateTable('member')
    .set({ sso: true })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** From now on no administrator counts as having invited the user by their address. */
export async function forgetInvitations(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable('member')
    .set({ is_invited: false })
    .where('user_id', '=', userId)
    .where('is_invited', '=', true)
    .execute();
}

/** Notes that the member was here at `now`, unless that was noted since `since`. */
export async function updateLastSeen(
  db: Kysely<DB>,
  { organizationId, userId }: MemberKey,
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await sql`
    update member set last_seen_at = ${now}
    where organization_id = ${organizationId} and user_id = ${userId}
      and (last_seen_at is null or last_seen_at <= ${since})`.execute(db);
}

/** Members carry the folded name and address of their user, by which lists are sorted and searched. */
export async function updateFoldedNames(
  trx: Transaction<DB>,
  userId: string,
  folded: { name_folded?: string; email_folded?: string },
): Promise<void> {
  await trx.updateTable('member').set(folded).where('user_id', '=', userId).execute();
}
