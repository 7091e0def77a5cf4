import { type Selectable, sql } from 'kysely';
import type { Role } from '../../../../platform/access/roles.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ProviderKey, ProviderRow } from '../providers.queries.ts';

/** What members of a group at the provider get. */
export interface GroupMapping {
  teams: { group: string; teamId: string }[];
  roles: { group: string; role: Role }[];
}

export type OidcSettingsRow = Omit<
  Selectable<DB['oidc_provider']>,
  'organization_id' | 'provider_id' | 'group_teams' | 'group_roles'
> & { group_teams: GroupMapping['teams']; group_roles: GroupMapping['roles'] };

export type OidcProviderRow = ProviderRow & OidcSettingsRow;

/** Columns of both tables of a provider. */
export const oidcColumns = sql`p.*, s.issuer, s.client_id, s.client_secret, s.scopes, s.groups_claim, s.email_domains,
  s.group_teams, s.group_roles, s.ends_provider_session`;

/** Finds a provider of an organization that is not deleted. */
export async function findOidcProviderRow(
  db: Database,
  { organizationId, providerId }: ProviderKey,
): Promise<OidcProviderRow | undefined> {
  const { rows } = await sql<OidcProviderRow>`
    select ${oidcColumns} from saml_provider p
    join oidc_provider s using (organization_id, provider_id)
    join organization o on o.organization_id = p.organization_id and o.deleted_at is null
    where p.organization_id = ${organizationId} and p.provider_id = ${providerId}`.execute(db);
  return rows[0];
}

/** Undefined: the provider gives nothing for groups. */
export async function findGroupMapping(db: Database, key: ProviderKey): Promise<GroupMapping | undefined> {
  const row = await findOidcProviderRow(db, key);
  return row?.groups_claim ? { teams: row.group_teams, roles: row.group_roles } : undefined;
}
