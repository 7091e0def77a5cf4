import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { isUnclaimed } from './invitees.queries.ts';

/** How the account of an address stands to the organization that invites it. */
export interface Invitee {
  userId: string;
  email: string;
  folded: string;
  displayName: string;
  /** The address was proven to be theirs. */
  isVerified: boolean;
  /** An invitation made the account, and nobody ever came in as it: neither by a password nor by anything else. */
  isUnclaimed: boolean;
  /** Takes part in another organization of which the inviter is an administrator, where an administrator invited them too. */
  isVouched: boolean;
  belongsElsewhere: boolean;
  /** In this organization; null: none. */
  membership: 'active' | 'disabled' | null;
  /** When the link was made that waits to be used. */
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
  const { rows } = await sql<Invitee>`
    select u.user_id as "userId", u.email, u.email_folded as folded, u.display_name as "displayName",
      u.email_verified_at is not null as "isVerified", ${isUnclaimed} as "isUnclaimed",
      exists (
        select 1 from member theirs
        join member mine on mine.organization_id = theirs.organization_id and mine.user_id = ${inviterId}::uuid
          and mine.role = 'admin' and not mine.disabled
        join organization o on o.organization_id = theirs.organization_id and o.deleted_at is null
        where theirs.user_id = u.user_id and theirs.organization_id <> ${organizationId}
          and theirs.is_invited and not theirs.disabled) as "isVouched",
      exists (
        select 1 from member theirs
        join organization o on o.organization_id = theirs.organization_id and o.deleted_at is null
        where theirs.user_id = u.user_id and theirs.organization_id <> ${organizationId}) as "belongsElsewhere",
      case when m.disabled then 'disabled' when m.user_id is not null then 'active' end as membership,
      (select max(t.created_at) from user_ticket t
        where t.user_id = u.user_id and t.purpose = 'invitation' and t.organization_id = ${organizationId}) as "invitedAt"
    from user_account u
    left join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    where u.email_folded = any(${folded}::text[])
    for key share of u`.execute(trx);
  return rows;
}
