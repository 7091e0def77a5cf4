import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

export type DomainRow = Selectable<DB['organization_domain']>;

/** A domain as an organization lists it, by the text that proves it: another text is another listing. */
export type DomainKey = Pick<DomainRow, 'organization_id' | 'domain' | 'challenge'>;

/** Ordered by name. `after`: the last domain of the previous page. */
export async function listDomainRows(
  db: Database,
  list: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<DomainRow, string>> {
  const { organizationId, after, limit } = list;
  const counted = await sql<{ count: number }>`
    select count(*) as count from organization_domain where organization_id = ${organizationId}`.execute(db);
  const { rows } = await sql<DomainRow>`
    select * from organization_domain
    where organization_id = ${organizationId} and (${after ?? null}::text is null or domain > ${after ?? null})
    order by domain limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, Number(counted.rows[0]?.count ?? 0), (row) => row.domain);
}

export async function findDomainRow(
  db: Database,
  organizationId: string,
  domain: string,
): Promise<DomainRow | undefined> {
  return db
    .selectFrom('organization_domain')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/**
 * Proven domains whose last check is not between `until` and `now`, of all organizations: those first that wait longest.
 * A check in the future was dated by a clock that was ahead.
 */
export async function listDueDomainRows(
  db: Database,
  { until, now, limit }: { until: Date; now: Date; limit: number },
): Promise<DomainRow[]> {
  return db
    .selectFrom('organization_domain')
    .selectAll()
    .where('verified_at', 'is not', null)
    .where(({ eb, or }) => or([eb('checked_at', '<=', until), eb('checked_at', '>', now)]))
    .orderBy('checked_at')
    .limit(limit)
    .execute();
}

/** Locks the row until the end of the transaction. */
export async function lockDomainRow(trx: Transaction<DB>, key: DomainKey): Promise<DomainRow | undefined> {
  return trx
    .selectFrom('organization_domain')
    .selectAll()
    .where((eb) => eb.and({ ...key }))
    .forUpdate()
    .executeTakeFirst();
}

export async function updateDomainRow(
  trx: Transaction<DB>,
  key: DomainKey,
  changes: Partial<Pick<DomainRow, 'verified_at' | 'checked_at' | 'failed_checks'>>,
): Promise<void> {
  await trx
    .updateTable('organization_domain')
    .set(changes)
    .where((eb) => eb.and({ ...key }))
    .execute();
}
