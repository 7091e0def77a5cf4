import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { deleteUserPicture } from '../../identity/users/user-pictures.queries.ts';

/** The name shown in the remains of a deleted user. */
export const DELETED_NAME = 'Deleted user';

export interface UserMembership {
  organizationId: string;
  /** Whether the organization is deleted and waits for its purge. */
  isDeleted: boolean;
}

/** Lists the organizations to which a user belongs or is invited, in the order of locking. */
export async function listMemberships(db: Database, userId: string): Promise<UserMembership[]> {
  const { rows } = await sql<UserMembership>`
    select m.organization_id as "organizationId", o.deleted_at is not null as "isDeleted"
    from member m join organization o on o.organization_id = m.organization_id
    where m.user_id = ${userId} order by m.organization_id`.execute(db);
  return rows;
}

/** Returns the titles of live organizations of which the user is the only administrator. */
export async function listOnlyAdministrated(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select o.title from member m
    join organization o on o.organization_id = m.organization_id and o.deleted_at is null
    where m.user_id = ${userId} and m.role = 'admin' and not m.disabled and not exists (
      select 1 from member other
      where other.organization_id = m.organization_id and other.user_id <> m.user_id
        and other.role = 'admin' and not other.disabled)
    order by o.title collate "C", o.organization_id`.execute(db);
  return rows.map(({ title }) => title);
}

/** Returns the user, locked against new belongings until the transaction ends. */
export async function lockPerson(trx: Transaction<DB>, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select user_id as "userId", email, display_name as "displayName" from user_account
    where user_id = ${userId} and deleted_at is null for update`.execute(trx);
  return rows[0];
}

export interface Person {
  userId: string;
  email: string;
  displayName: string;
}

/**
 * Deletes all credentials, sessions and tokens of a user and erases their identity: their content keeps the id of its
 * author.
 */
export async function replaceByTombstone(trx: Transaction<DB>, userId: string, at: Date): Promise<void> {
  for (const table of [
    'token_directory',
    'user_session',
    'user_ticket',
    'user_totp',
    'user_passkey',
    'user_recovery_code',
    'notification',
    'notification_preference',
    'site_weekly_mail',
    'user_recent',
    'change_request_seen',
    'user_favorite',
    'provisioned_user',
    'instance_identity',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx);
  // What they have not saved goes with them.
  for (const table of ['presence', 'working_copy', 'edit_conflict'])
    await sql`delete from ${sql.table(table)} where author_id = ${userId}`.execute(trx);
  await trx
    .updateTable('user_account')
    .set({
      is_instance_administrator: false,
      email: null,
      email_folded: null,
      email_verified_at: null,
      display_name: DELETED_NAME,
      name_folded: '',
      photo_url: null,
      password_hash: null,
      password_changed_at: null,
      deleted_at: at,
    })
    .where('user_id', '=', userId)
    .execute();
  // After the account, as an upload at the same time locks the two.
  await deleteUserPicture(trx, userId);
}
