import { type Kysely, sql, type Transaction } from 'kysely';
import type { Quota } from '../../../platform/config.ts';
import type { DB } from '../../../platform/db/schema.ts';

export interface QuotaRow {
  quota: Quota;
  usage: number;
  limit: number | null;
  isOwn: boolean;
}

/** What an organization has and can have, counted by the function that also refuses its growth. */
export async function listQuotaRows(
  db: Kysely<DB>,
  organizationId: string,
  quotas: readonly Quota[],
): Promise<QuotaRow[]> {
  const { rows } = await sql<{ quota: Quota; usage: string; limit: string | null; isOwn: boolean }>`
    select q.quota, quota_usage(${organizationId}::uuid, q.quota) as usage,
      quota_limit(${organizationId}::uuid, q.quota) as limit,
      exists (select 1 from organization_quota o
        where o.organization_id = ${organizationId} and o.quota = q.quota) as "isOwn"
    from unnest(${quotas}::text[]) with ordinality as q(quota, place) order by q.place`.execute(db);
  return rows.map(({ usage, limit, ...row }) => ({
    ...row,
    usage: Number(usage),
    limit: limit === null ? null : Number(limit),
  }));
}

/** Locks the organization; undefined if there is none. */
export async function lockOrganization(
  trx: Transaction<DB>,
  organizationId: string,
): Promise<{ title: string } | undefined> {
  return trx
    .selectFrom('organization')
    .select('title')
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
}

/** `value`: null for no limit, undefined for the default of the instance. */
export async function storeQuota(
  trx: Transaction<DB>,
  {
    organizationId,
    quota,
    value,
  }: { organizationId: string; quota: Quota; value: number | null | undefined },
): Promise<void> {
  if (value === undefined) {
    await trx
      .deleteFrom('organization_quota')
      .where('organization_id', '=', organizationId)
      .where('quota', '=', quota)
      .execute();
    return;
  }
  await trx
    .insertInto('organization_quota')
    .values({ organization_id: organizationId, quota, value })
    .onConflict((conflict) => conflict.columns(['organization_id', 'quota']).doUpdateSet({ value }))
    .execute();
}

/** Stores the settings of the instance where the database sees them. */
export async function storeDefaults(
  db: Kysely<DB>,
  defaults: readonly { quota: Quota; value: number }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('quota_default').execute();
    if (defaults.length === 0) return;
    await trx
      .insertInto('quota_default')
      .values([...defaults])
      // Another process that starts at the same moment stores the same.
      .onConflict((conflict) =>
        conflict.column('quota').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      )
      .execute();
  });
}
