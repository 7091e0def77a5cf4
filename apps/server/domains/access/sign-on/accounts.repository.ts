import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { isUnclaimed } from '../../identity/users/pending.queries.ts';

/** The account of an address, and its membership of one organization. */
export interface Account {
  userId: string;
  displayName: string;
  /** Whether an invitation created it and no user has ever signed in to it. */
  isUnclaimed: boolean;
  /** Null: no member. */
  membership: { sso: boolean; disabled: boolean } | null;
}

export async function findAccount(
  db: Database,
  organizationId: string,
  by: { email: string } | { userId: string },
): Promise<Account | undefined> {
  const isThis =
    'userId' in by ? sql`u.user_id = ${by.userId}` : sql`u.email_folded = ${foldEmail(by.email)}`;
  const { rows } = await sql<Account>`
    select u.user_id as "userId", u.display_name as "displayName", ${isUnclaimed} as "isUnclaimed",
      case when m.user_id is not null then jsonb_build_object('sso', m.sso, 'disabled', m.disabled) end as membership
    from user_account u
    left join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    where ${isThis} and u.deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * Marks the account as used: no invitation can set its first password anymore. Its address becomes verified if it
 * equals the asserted one and its domain is verified by the organization.
 */
export async function claimByAssertion(
  trx: Transaction<DB>,
  claim: { organizationId: string; userId: string; email: string | undefined; at: Date },
): Promise<void> {
  const { organizationId, userId, email, at } = claim;
  await trx
    .updateTable('user_account')
    .set({ is_unclaimed: false })
    .where('user_id', '=', userId)
    .where('is_unclaimed', '=', true)
    .execute();
  if (email === undefined) return;
  const folded = foldEmail(email);
  const { rows: verified } = await sql`
    select 1 from organization_domain
    where organization_id = ${organizationId} and domain = substring(${folded}::text from '[^@]*$')
      and verified_at is not null`.execute(trx);
  if (verified.length === 0) return;
  await sql`
    update user_account set email_verified_at = ${at}
    where user_id = ${userId} and email_folded = ${folded} and email_verified_at is null`.execute(trx);
}

/** Whether other organizations, and not this one, verified the domain of the address. */
export async function isDomainOfOthers(
  db: Database,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const { rows } = await sql<{ isOfOthers: boolean }>`
    select coalesce(bool_and(d.organization_id <> ${organizationId}), false) as "isOfOthers"
    from organization_domain d
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
    where d.domain = ${email.slice(email.lastIndexOf('@') + 1).toLowerCase()} and d.verified_at is not null`.execute(
    db,
  );
  return rows[0]?.isOfOthers ?? false;
}
