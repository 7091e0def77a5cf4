import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { isUnclaimed } from '../../identity/users/pending.queries.ts';

/** The account of an address and its relation to the inviting organization. */
export interface Invitee {
  userId: string;
  email: string;
  folded: string;
  displayName: string;
  /** Whether an invitation created the account and no user has ever signed in to it, by a password or otherwise. */
  isUnclaimed: boolean;
  /**
   * Whether the user was invited to another organization, of which the inviter is an administrator, and belongs to it.
   */
  isVouched: boolean;
  belongsElsewhere: boolean;
  /** The membership in this organization; null for none. */
  membership: 'active' | 'disabled' | null;
  /** The time when the pending link was created. */
  invitedAt: Date | null;
}

/** The accounts of these addresses; none of them changes its address until the transaction ends. */
export async function findInvitees(
  trx: Transaction<DB>,
  {
    organizationId,
    inviterId,
    folded,
  }: { organizationId: string; inviterId: string | null; folded: string[] },
): Promise<Invitee[]> {
  const isOfOne = sql`u.email_folded = any(${folded}::text[])`;
  await sql`select 1 from user_account u where ${isOfOne} for key share`.execute(trx);
  const { rows } = await sql<Omit<Invitee, 'isVouched' | 'belongsElsewhere'>>`
    select u.user_id as "userId", u.email, u.email_folded as folded, u.display_name as "displayName",
      ${isUnclaimed} as "isUnclaimed",
      case when m.disabled then 'disabled' when m.user_id is not null then 'active' end as membership,
      (select max(t.created_at) from user_ticket t
        where t.user_id = u.user_id and t.purpose = 'invitation' and t.organization_id = ${organizationId}) as "invitedAt"
    from user_account u
    left join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    where ${isOfOne}`.execute(trx);
  const elsewhere = await listMembershipsElsewhere(trx, {
    organizationId,
    inviterId,
    userIds: rows.map(({ userId }) => userId),
  });
  return rows.map((row) => {
    const theirs = elsewhere.filter(({ userId }) => userId === row.userId);
    return { ...row, belongsElsewhere: theirs.length > 0, isVouched: theirs.some((one) => one.isVouched) };
  });
}

/** In other organizations: whether an administrator there, who invites here, invited them there, too. */
async function listMembershipsElsewhere(
  trx: Transaction<DB>,
  {
    organizationId,
    inviterId,
    userIds,
  }: { organizationId: string; inviterId: string | null; userIds: readonly string[] },
): Promise<{ userId: string; isVouched: boolean }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string; isVouched: boolean }>`
    select theirs.user_id as "userId", mine.user_id is not null and theirs.is_invited and not theirs.disabled as "isVouched"
    from member theirs
    join organization o on o.organization_id = theirs.organization_id and o.deleted_at is null
    left join member mine on mine.organization_id = theirs.organization_id and mine.user_id = ${inviterId}::uuid
      and mine.role = 'admin' and not mine.disabled
    where theirs.user_id = any(${userIds}::uuid[]) and theirs.organization_id <> ${organizationId}`.execute(
    trx,
  );
  return rows;
}
