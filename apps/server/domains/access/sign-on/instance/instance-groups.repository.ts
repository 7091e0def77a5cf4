import { sql, type Transaction } from 'kysely';
import type { Role, RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { DB } from '../../../../platform/db/schema.ts';

/** A member of an organization, to whom a directory or a provider of the instance gives something. */
export interface DirectoryMember {
  organizationId: string;
  /** The name of the directory, or `oidc:` and the name of the provider. */
  directory: string;
  userId: string;
}

/** The organizations among these that exist, in the order in which their members are locked. */
export async function listKnownOrganizations(
  trx: Transaction<DB>,
  organizationIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from organization
    where organization_id = any(${organizationIds}::uuid[]) and deleted_at is null order by organization_id`.execute(
    trx,
  );
  return rows.map((row) => row.organization_id);
}

/** Whether a directory that provisions people by SCIM deactivated the user: no group brings them back. */
export async function isDeactivated(
  trx: Transaction<DB>,
  { organizationId, userId }: DirectoryMember,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from provisioned_user
    where organization_id = ${organizationId} and user_id = ${userId} and former_teams is not null`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function findTeamsOfDirectory(
  trx: Transaction<DB>,
  { organizationId, directory, userId }: DirectoryMember,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('directory_team_member')
    .select('team_id')
    .where('organization_id', '=', organizationId)
    .where('directory', '=', directory)
    .where('user_id', '=', userId)
    .orderBy('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

export async function insertTeamOfDirectory(
  trx: Transaction<DB>,
  { organizationId, directory, userId }: DirectoryMember,
  teamId: string,
): Promise<void> {
  await trx
    .insertInto('directory_team_member')
    .values({ organization_id: organizationId, directory, user_id: userId, team_id: teamId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Null: the groups gave none. */
export async function findRoleOfDirectory(
  trx: Transaction<DB>,
  { organizationId, directory, userId }: DirectoryMember,
): Promise<RoleOrGuest> {
  const row = await trx
    .selectFrom('directory_member')
    .select('given_role')
    .where('organization_id', '=', organizationId)
    .where('directory', '=', directory)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.given_role as Role | undefined) ?? null;
}

export async function putRoleOfDirectory(
  trx: Transaction<DB>,
  { organizationId, directory, userId }: DirectoryMember,
  role: RoleOrGuest,
): Promise<void> {
  if (role === null) {
    await trx
      .deleteFrom('directory_member')
      .where('organization_id', '=', organizationId)
      .where('directory', '=', directory)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  await trx
    .insertInto('directory_member')
    .values({ organization_id: organizationId, directory, user_id: userId, given_role: role })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'directory', 'user_id']).doUpdateSet({ given_role: role }),
    )
    .execute();
}
