import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../../platform/http/lists.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { isUsable, type ProviderRow } from '../providers.queries.ts';

/** Oldest first. `after`: the last provider of the page before. */
export async function listProviderRows(
  db: Database,
  list: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<ProviderRow, string>> {
  const { organizationId, limit } = list;
  const after = list.after ? sql`and provider_id > ${list.after}` : sql``;
  const { rows } = await sql<ProviderRow>`
    select * from saml_provider where organization_id = ${organizationId} and protocol = 'saml' ${after}
    order by provider_id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, await countProviders(db, organizationId), (row) => row.provider_id);
}

export async function countProviders(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saml_provider
    where organization_id = ${organizationId} and protocol = 'saml'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The providers of both protocols, oldest first. */
export async function findUsableProviderRows(db: Database, organizationId: string): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select * from saml_provider where organization_id = ${organizationId} order by provider_id`.execute(db);
  return rows.filter(isUsable);
}

export type ProviderSettings = Pick<
  ProviderRow,
  'label' | 'entity_id' | 'certificate' | 'sso_url' | 'default_team_id' | 'default_role'
>;

export async function insertProvider(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  settings: ProviderSettings,
  createdAt: Date,
): Promise<ProviderRow> {
  return (await trx
    .insertInto('saml_provider')
    .values({
      organization_id: organizationId,
      provider_id: providerId,
      ...settings,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as ProviderRow;
}

export async function updateProvider(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  changes: Partial<ProviderSettings>,
  updatedAt: Date,
): Promise<ProviderRow> {
  return (await trx
    .updateTable('saml_provider')
    .set({ ...changes, updated_at: updatedAt })
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .returningAll()
    .executeTakeFirstOrThrow()) as ProviderRow;
}
