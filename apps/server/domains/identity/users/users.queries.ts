import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Database } from '../../../platform/db/database.ts';
import { foldEmail, foldName } from '../../../platform/db/fold-text.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { violates } from '../../../platform/db/violations.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { displayNameFromEmail } from './display-name.ts';
import { isPending, isUnclaimed, nameInEmail } from './pending.queries.ts';

export const emailTaken = defineError(
  { status: 409, reason: 'email-taken' },
  (message: string = 'This email address belongs to another account.') => message,
);

export type UserRow = Selectable<DB['user_account']>;

/** A user, with the fields that depend on the caller. */
export type VisibleUserRow = UserRow & { shows_email: boolean };

/** The fields of a user that are shown. */
export type ShownUserRow = Pick<
  VisibleUserRow,
  'user_id' | 'display_name' | 'email' | 'photo_url' | 'shows_email'
>;

export interface NewUser {
  userId: string;
  email: string;
  displayName: string;
  createdAt: Date;
  isInstanceAdministrator?: boolean;
}

/** Throws a 409 if the address, compared without case, already belongs to a user. */
export async function insertUser(trx: Transaction<DB>, user: NewUser): Promise<void> {
  try {
    await trx
      .insertInto('user_account')
      .values({
        user_id: user.userId,
        email: user.email,
        email_folded: foldEmail(user.email),
        display_name: user.displayName,
        name_folded: foldName(user.displayName),
        created_at: user.createdAt,
        is_instance_administrator: user.isInstanceAdministrator ?? false,
      })
      .execute();
  } catch (error) {
    if (violates(error, 'user_account_email_unique')) {
      throw emailTaken(`There is already a user with the email address ${user.email}.`);
    }
    throw error;
  }
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('user_account')
    .selectAll()
    .where('email_folded', '=', foldEmail(email))
    .executeTakeFirst();
}

export async function hasAnyUser(db: Database): Promise<boolean> {
  return (await db.selectFrom('user_account').select('user_id').limit(1).execute()).length > 0;
}

/**
 * Finds the user if the caller is that user or shares an organization with them that is not suspended. The remains of a
 * deleted user are visible to their former organizations, whose audit mentions them.
 */
export async function findVisibleUserRow(
  db: Database,
  viewer: Actor,
  userId: string,
): Promise<VisibleUserRow | undefined> {
  const viewerId = viewer.kind === 'user' ? viewer.userId : null;
  const standings =
    viewer.kind === 'user'
      ? sql`
        select organization_id, role from member
        join organization using (organization_id)
        where user_id = ${viewer.userId} and not disabled and deleted_at is null and suspended_at is null
          and (${viewer.onlyIn ?? null}::uuid is null or organization_id = ${viewer.onlyIn ?? null}::uuid)`
      : sql`select ${viewer.organizationId}::uuid as organization_id, ${viewer.role}::text as role
          where ${viewer.suspendedFor === undefined}`;
  const { rows } = await sql<VisibleUserRow & { is_pending: boolean }>`
    select u.*, coalesce(shared.is_pending or ${isUnclaimed}, false) as is_pending,
      coalesce(u.user_id = ${viewerId}::uuid or shared.shows_emails, false) as shows_email
    from user_account u
    cross join (
      select count(*) as organizations, bool_and(theirs.disabled) as is_pending, bool_or(mine.role is not null) as shows_emails
      from (${standings}) mine
      join member theirs on theirs.organization_id = mine.organization_id and theirs.user_id = ${userId}
    ) shared
    where u.user_id = ${userId} and (u.user_id = ${viewerId}::uuid or shared.organizations > 0
      or u.deleted_at is not null and exists (
        select 1 from (${standings}) mine
        join audit_event e on e.organization_id = mine.organization_id and e.target_id = ${userId}::text
          and e.action = 'user.deleted'))`.execute(db);
  const [row] = rows;
  return row && row.user_id !== viewerId && row.deleted_at === null && row.is_pending
    ? showPending(row)
    : row;
}

/**
 * Finds the names of members of an organization, which everybody may see, by their ids. Omits members who never chose a
 * name, because theirs is part of an email address.
 */
export async function findChosenNames(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: string; display_name: string }>`
    select u.user_id, u.display_name from user_account u
    join member m on m.organization_id = ${organizationId} and m.user_id = u.user_id
    where u.user_id = any(${userIds}::uuid[]) and u.deleted_at is null and not coalesce(${isPending}, false)
      and lower(u.display_name) <> ${nameInEmail(sql`coalesce(u.email_folded, '')`)}
      and position('@' in u.display_name) = 0`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.display_name]));
}

/** Shows only facts from the address, for a user who has not accepted any invitation that the caller may know. */
const showPending = (row: VisibleUserRow): VisibleUserRow => ({
  ...row,
  display_name: displayNameFromEmail(row.email_folded ?? ''),
  email: row.email_folded,
  photo_url: null,
});

/** Whether the user belongs, or is invited, to another organization. */
export async function belongsElsewhere(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member
    join organization using (organization_id)
    where user_id = ${userId} and organization_id <> ${organizationId} and deleted_at is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export type UserChanges = Partial<Pick<UserRow, 'display_name' | 'photo_url'>>;

/** Updates a user. The name is also stored with each membership, because lists filter and sort by it. */
export async function updateUserRow(
  trx: Transaction<DB>,
  userId: string,
  changes: UserChanges,
): Promise<void> {
  const folded = changes.display_name === undefined ? {} : { name_folded: foldName(changes.display_name) };
  await trx
    .updateTable('user_account')
    .set({ ...changes, ...folded })
    .where('user_id', '=', userId)
    .execute();
  if (folded.name_folded !== undefined) {
    await trx
      .updateTable('member')
      .set(folded)
      .where('user_id', '=', userId)
      // Until users accept the invitation, organizations see a name from their address.
      .where('disabled', '=', false)
      .execute();
  }
}

/** Folds the names that an earlier release stored. */
export async function foldNames(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('user_account')
      .select(['user_id', 'display_name'])
      .where('name_folded', '=', '')
      .where('deleted_at', 'is', null)
      .where('display_name', '<>', '')
      .limit(1000)
      .execute();
    if (rows.length === 0) return;
    const folded = rows.map((row) => ({ user_id: row.user_id, name: foldName(row.display_name) }));
    const json = toJsonText(folded);
    await db.transaction().execute(async (trx) => {
      const names = sql`jsonb_to_recordset(${json}::text::jsonb) as n(user_id uuid, name text)`;
      await sql`update user_account u set name_folded = n.name from ${names} where n.user_id = u.user_id`.execute(
        trx,
      );
      await sql`update member m set name_folded = n.name from ${names} where n.user_id = m.user_id`.execute(
        trx,
      );
    });
  }
}

export async function findDisplayName(db: Database, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select('display_name')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.display_name;
}

/** The organizations in which the user takes part. */
export async function listActiveOrganizationIds(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select m.organization_id from member m
    join organization o on o.organization_id = m.organization_id and o.deleted_at is null
    where m.user_id = ${userId} and not m.disabled order by m.organization_id`.execute(trx);
  return rows.map((row) => row.organization_id);
}
