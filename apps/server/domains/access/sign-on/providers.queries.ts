import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type ProviderRow = Omit<Selectable<DB['saml_provider']>, 'default_role'> & {
  default_role: RoleOrGuest;
};

/** A provider that people can sign in with. */
export type ActiveProviderRow = ProviderRow & { entity_id: string; certificate: string; sso_url: string };

/** `access/pointers.ts` contains the same rule, to decide who must sign in this way. */
export const isActive = (row: ProviderRow): row is ActiveProviderRow =>
  row.entity_id !== null && row.certificate !== null && row.sso_url !== null;

/** Whether people can sign in with it: providers of OpenID Connect are complete from the start. */
export const isUsable = (row: ProviderRow): boolean => row.protocol === 'oidc' || isActive(row);

export const keyOf = (row: Pick<ProviderRow, 'organization_id' | 'provider_id'>): ProviderKey => ({
  organizationId: row.organization_id,
  providerId: row.provider_id,
});

export interface ProviderKey {
  organizationId: string;
  providerId: string;
}

/** Finds a provider of an organization that is not deleted. */
export async function findProviderRow(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select p.* from saml_provider p
    join organization o on o.organization_id = p.organization_id and o.deleted_at is null
    where p.organization_id = ${organizationId} and p.provider_id = ${providerId}`.execute(db);
  return rows[0];
}
