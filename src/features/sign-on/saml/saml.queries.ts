import type { Selectable } from 'kysely';
import type { RoleOrGuest } from '../../../access/roles.ts';
import type { DB } from '../../../db/schema.ts';
import type { ProviderKey } from './service-urls.ts';

export type ProviderRow = Omit<Selectable<DB['saml_provider']>, 'default_role'> & {
  default_role: RoleOrGuest;
};

/** A provider that people can sign in with. */
export type ActiveProviderRow = ProviderRow & { entity_id: string; certificate: string; sso_url: string };

/** `access/pointers.ts` contains the same rule, to decide who must sign in this way. */
export const isActive = (row: ProviderRow): row is ActiveProviderRow =>
  row.entity_id !== null && row.certificate !== null && row.sso_url !== null;

export const keyOf = (row: Pick<ProviderRow, 'organization_id' | 'provider_id'>): ProviderKey => ({
  organizationId: row.organization_id,
  providerId: row.provider_id,
});
