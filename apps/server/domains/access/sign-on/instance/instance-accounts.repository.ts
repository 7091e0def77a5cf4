import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import { foldEmail } from '../../../../platform/db/fold-text.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { isUnclaimed } from '../../../identity/users/pending.queries.ts';

interface Name {
  issuer: string;
  subject: string;
}

/** The user whom a provider of the instance calls by this name. */
export async function findInstanceIdentity(
  db: Database,
  { issuer, subject }: Name,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('instance_identity')
    .innerJoin('user_account', 'user_account.user_id', 'instance_identity.user_id')
    .select('instance_identity.user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_account.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** From now on the name means this user; it is noted that it was used. */
export async function putInstanceIdentity(
  trx: Transaction<DB>,
  { issuer, subject, userId, at }: Name & { userId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('instance_identity')
    .values({ issuer, subject, user_id: userId, created_at: at, last_used_at: at })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId, last_used_at: at }),
    )
    .execute();
}

/** Whether an account may be opened by its address: its owner proved it, or nobody has ever signed in to it. */
export async function lockAccountByEmail(
  trx: Transaction<DB>,
  email: string,
): Promise<{ userId: string; isOpen: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; isOpen: boolean }>`
    select u.user_id as "userId", u.email_verified_at is not null or ${isUnclaimed} as "isOpen"
    from user_account u
    where u.email_folded = ${foldEmail(email)} and u.deleted_at is null for no key update of u`.execute(trx);
  return rows[0];
}

/** The address is proven, and no invitation can set the first password anymore. */
export async function claimByInstance(trx: Transaction<DB>, userId: string, at: Date): Promise<void> {
  await sql`
    update user_account set is_unclaimed = false, email_verified_at = coalesce(email_verified_at, ${at})
    where user_id = ${userId}`.execute(trx);
}

/** The organizations that verified the domain, and let its users join now. */
export async function listOrganizationsOfDomain(db: Database, domain: string): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select d.organization_id from organization_domain d
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
      and o.suspended_at is null
    where d.domain = ${domain} and d.verified_at is not null order by d.organization_id limit 20`.execute(db);
  return rows.map((row) => row.organization_id);
}
