import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DefaultLevel } from '../../../../platform/access/pointers.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

/** The hostname of a site, and what DNS said about it. */
export interface HostnameRow extends SiteKey {
  siteTitle: string;
  defaultLevel: DefaultLevel;
  hostname: string;
  /** The text that proves it. */
  proof: string;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  /** Since when the record of a proven hostname has been missing. */
  failedAt: Date | null;
}

const COLUMNS = sql`s.organization_id as "organizationId", s.site_id as "siteId", s.title as "siteTitle",
  s.default_level as "defaultLevel", s.hostname, s.hostname_proof as proof, s.hostname_verified_at as "verifiedAt",
  s.hostname_checked_at as "checkedAt", s.hostname_failed_at as "failedAt"`;

/** Lists the sites with this hostname; the one that has verified it comes first. */
export async function listHostnameRows(db: Database, hostname: string): Promise<HostnameRow[]> {
  const { rows } = await sql<HostnameRow>`
    select ${COLUMNS} from site s
    where s.hostname = ${hostname}
    order by s.hostname_verified_at nulls last, s.site_id`.execute(db);
  return rows;
}

/**
 * The hostnames that were not checked between `until` and `now`, those first that wait longest. A check in the future
 * was dated by a clock that was ahead.
 */
export async function listDueHostnameRows(
  db: Database,
  { until, now, limit }: { until: Date; now: Date; limit: number },
): Promise<HostnameRow[]> {
  // Apart, because each is a part of the index.
  const list = (condition: RawBuilder<unknown>) => sql`
    (select ${COLUMNS} from site s
    where s.hostname is not null and coalesce(s.hostname_checked_at, '-infinity') ${condition}
    order by coalesce(s.hostname_checked_at, '-infinity') limit ${limit})`;
  const { rows } = await sql<HostnameRow>`
    ${list(sql`<= ${until}`)} union all ${list(sql`> ${now}`)} limit ${limit}`.execute(db);
  return rows;
}

/** Locks the site until the end of the transaction. The hostname is null if the site has none. */
export async function lockHostname(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
): Promise<HostnameRow | (Omit<HostnameRow, 'hostname'> & { hostname: null }) | undefined> {
  const { rows } = await sql<HostnameRow>`
    select ${COLUMNS} from site s
    where s.organization_id = ${organizationId} and s.site_id = ${siteId} for update`.execute(trx);
  return rows[0];
}

/** Serves the site under the hostname, unless another one is; whether it now is. */
export async function takeHostname(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  hostname: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into site_address (kind, name, organization_id, site_id)
    values ('hostname', ${hostname}, ${organizationId}, ${siteId})
    on conflict do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

export async function releaseHostname(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  hostname: string,
): Promise<void> {
  await trx
    .deleteFrom('site_address')
    .where('kind', '=', 'hostname')
    .where('name', '=', hostname)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute();
}
