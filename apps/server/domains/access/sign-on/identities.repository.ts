import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { ProviderKey } from './providers.queries.ts';

export type IdentityRow = Selectable<DB['saml_identity']>;

/** Finds the member with this name at the provider; the name never refers to another member. */
export async function findIdentityRow(
  db: Database,
  { organizationId, providerId }: ProviderKey,
  nameId: string,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('saml_identity')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('name_id', '=', nameId)
    .executeTakeFirst();
}

/** Connects the provider's name with this member. */
export async function insertIdentity(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  { nameId, userId, at }: { nameId: string; userId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('saml_identity')
    .values({
      organization_id: organizationId,
      provider_id: providerId,
      name_id: nameId,
      user_id: userId,
      created_at: at,
      last_used_at: at,
    })
    .execute();
}

export async function touchIdentity(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  { nameId, at }: { nameId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('saml_identity')
    .set({ last_used_at: at })
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('name_id', '=', nameId)
    .execute();
}

export async function deleteIdentities(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
): Promise<void> {
  await trx
    .deleteFrom('saml_identity')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .execute();
}

/**
 * Ends the sessions of all users that the provider knows; another provider of the organization can sign them in again.
 */
export async function endProviderSessions(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from saml_identity
    where organization_id = ${organizationId} and provider_id = ${providerId}`.execute(trx);
  await sql`
    delete from user_session
    where organization_id = ${organizationId} and method in ('saml', 'oidc')
      and user_id = any(${rows.map((row) => row.user_id)}::uuid[])`.execute(trx);
}
