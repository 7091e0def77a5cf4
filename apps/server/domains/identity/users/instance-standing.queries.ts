import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** A user's standing on the instance as a whole. */
export interface InstanceStanding {
  email: string;
  displayName: string;
  isAdministrator: boolean;
  isBlocked: boolean;
}

/** Locks the user, and every instance administrator, so that changes of who they are come one after the other. */
export async function lockInstanceStanding(
  trx: Transaction<DB>,
  userId: string,
): Promise<InstanceStanding | undefined> {
  await sql`
    select 1 from user_account where is_instance_administrator or user_id = ${userId}
    order by user_id for no key update`.execute(trx);
  const { rows } = await sql<InstanceStanding>`
    select email, display_name as "displayName", is_instance_administrator as "isAdministrator",
      blocked_at is not null as "isBlocked"
    from user_account where user_id = ${userId} and deleted_at is null`.execute(trx);
  return rows[0];
}

export async function updateInstanceStanding(
  trx: Transaction<DB>,
  userId: string,
  { isAdministrator, blockedAt }: { isAdministrator: boolean; blockedAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ is_instance_administrator: isAdministrator, blocked_at: blockedAt })
    .where('user_id', '=', userId)
    .execute();
}

/** The addresses of those who can administer the instance in the order of their users. */
export async function listInstanceAdministratorAddresses(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from user_account
    where is_instance_administrator and blocked_at is null and deleted_at is null
    order by user_id`.execute(db);
  return rows.map(({ email }) => email);
}

/** Whether somebody can administer the instance. */
export async function hasInstanceAdministrator(trx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_account
    where is_instance_administrator and blocked_at is null and deleted_at is null limit 1`.execute(trx);
  return rows.length > 0;
}
