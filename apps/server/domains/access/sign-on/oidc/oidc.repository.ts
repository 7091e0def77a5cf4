import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../../platform/http/lists.ts';
import type { ProviderKey, ProviderRow } from '../providers.queries.ts';
import { type OidcProviderRow, type OidcSettingsRow, oidcColumns } from './oidc-providers.queries.ts';

/** Oldest first. `after`: the last provider of the page before. */
export async function listOidcRows(
  db: Database,
  { organizationId, after, limit }: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<OidcProviderRow, string>> {
  const { rows } = await sql<OidcProviderRow>`
    select ${oidcColumns} from saml_provider p
    join oidc_provider s using (organization_id, provider_id)
    where p.organization_id = ${organizationId} ${after ? sql`and p.provider_id > ${after}` : sql``}
    order by p.provider_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, await countOidcProviders(db, organizationId), (row) => row.provider_id);
}

export async function countOidcProviders(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from oidc_provider where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type OidcSettings = Pick<ProviderRow, 'label' | 'default_team_id' | 'default_role'> & OidcSettingsRow;

const partsOf = ({ label, default_team_id, default_role, ...own }: OidcSettings) => ({
  shared: { label, default_team_id, default_role },
  own: {
    ...own,
    group_teams: sql<never>`${JSON.stringify(own.group_teams)}::text::jsonb`,
    group_roles: sql<never>`${JSON.stringify(own.group_roles)}::text::jsonb`,
  },
});

export async function insertOidcProvider(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  settings: OidcSettings,
  at: Date,
): Promise<void> {
  const key = { organization_id: organizationId, provider_id: providerId };
  const { shared, own } = partsOf(settings);
  await trx
    .insertInto('saml_provider')
    .values({ ...key, ...shared, protocol: 'oidc', created_at: at, updated_at: at })
    .execute();
  await trx
    .insertInto('oidc_provider')
    .values({ ...key, ...own })
    .execute();
}

export async function updateOidcProvider(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  settings: OidcSettings,
  at: Date,
): Promise<void> {
  const { shared, own } = partsOf(settings);
  await trx
    .updateTable('saml_provider')
    .set({ ...shared, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .execute();
  await trx
    .updateTable('oidc_provider')
    .set(own)
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .execute();
}

/** The client secrets of all providers, sealed. */
export async function listClientSecrets(db: Database): Promise<(ProviderKey & { secret: Buffer })[]> {
  const rows = await db
    .selectFrom('oidc_provider')
    .select(['organization_id', 'provider_id', 'client_secret'])
    .where('client_secret', 'is not', null)
    .execute();
  return rows.map((row) => ({
    organizationId: row.organization_id,
    providerId: row.provider_id,
    secret: row.client_secret as Buffer,
  }));
}

/** Leaves a secret alone that was replaced in the meantime. */
export async function replaceClientSecret(
  db: Database,
  { organizationId, providerId, secret, resealed }: ProviderKey & { secret: Buffer; resealed: Buffer },
): Promise<void> {
  await db
    .updateTable('oidc_provider')
    .set({ client_secret: resealed })
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('client_secret', '=', secret)
    .execute();
}
