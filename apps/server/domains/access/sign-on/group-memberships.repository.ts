import type { Transaction } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ProviderKey } from './providers.queries.ts';

/** The teams that the provider's groups gave the member. */
export async function findGivenTeams(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  userId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('provider_team_member')
    .select('team_id')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .orderBy('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

export async function insertGivenTeam(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  await trx
    .insertInto('provider_team_member')
    .values({ organization_id: organizationId, provider_id: providerId, team_id: teamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Null: the groups gave none. */
export async function findGivenRole(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  nameId: string,
): Promise<RoleOrGuest> {
  const row = await trx
    .selectFrom('saml_identity')
    .select('given_role')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('name_id', '=', nameId)
    .executeTakeFirst();
  return row?.given_role ?? null;
}

export async function setGivenRole(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  { nameId, role }: { nameId: string; role: RoleOrGuest },
): Promise<void> {
  await trx
    .updateTable('saml_identity')
    .set({ given_role: role })
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('name_id', '=', nameId)
    .execute();
}
