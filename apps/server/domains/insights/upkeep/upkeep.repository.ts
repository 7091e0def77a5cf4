import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { dayOf } from '../../../platform/http/times.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { SOURCES } from '../aggregate/sources.ts';
import { partitionName } from '../events/events.repository.ts';
import { DEFAULT_RETENTION_DAYS, MAX_RETENTION_DAYS } from '../settings/insights-settings.schemas.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A sender may repeat an event for a day, and be wrong about the time. */
const RECEIPT_MS = 2 * DAY_MS;
const PORTION = 5000;

/** A site with events, and the retention of its organization. No events of a deleted site are kept. */
export interface Retention extends SiteKey {
  days: number;
}

export async function listRetentions(db: Database): Promise<Retention[]> {
  const { rows } = await sql<Retention>`
    select u.organization_id as "organizationId", u.site_id as "siteId",
      case when s.site_id is null then 0 else coalesce(o.retention_days, ${DEFAULT_RETENTION_DAYS}::integer) end as days
    from (select distinct organization_id, site_id from site_event_usage) u
    left join organization_insights o on o.organization_id = u.organization_id
    left join site s on s.organization_id = u.organization_id and s.site_id = u.site_id
    order by 1, 2`.execute(db);
  return rows;
}

/** When the retention ends. Rollups have whole days. */
export const endOfRetention = ({ days }: Retention, now: Date): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS - days) * DAY_MS);

/** Deletes some of the events that are older than their retention. Returns whether there may be more. */
export async function deleteSomeExpired(db: Database, retention: Retention, now: Date): Promise<boolean> {
  const { organizationId, siteId } = retention;
  const until = endOfRetention(retention, now);
  let isMore = false;
  for (const { table, time } of Object.values(SOURCES)) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where organization_id = ${organizationId} and site_id = ${siteId}
        and ${sql.ref(time)} < ${until} and ${sql.ref(time)} <= (
          select max(t) from (
            select ${sql.ref(time)} as t from ${sql.table(table)}
            where organization_id = ${organizationId} and site_id = ${siteId} and ${sql.ref(time)} < ${until}
            order by ${sql.ref(time)} limit ${PORTION}) p)`.execute(db);
    if (numAffectedRows >= PORTION) isMore = true;
  }
  return isMore;
}

/**
 * Deletes some events of the organization's sites. Returns whether there may be more. The whole key selects them,
 * because row numbers (ctid) are unique only within a partition.
 */
export async function deleteSomeEvents(db: Database, organizationId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from site_event where organization_id = ${organizationId} and (site_id, occurred_at, event_id) in (
      select site_id, occurred_at, event_id from site_event
      where organization_id = ${organizationId} limit ${PORTION})`.execute(db);
  return Number(numAffectedRows ?? 0n) === PORTION;
}

export async function deleteUnseenClaims(
  db: Database,
  { organizationId, siteId, days }: Retention,
  now: Date,
): Promise<void> {
  const ofSite = sql`organization_id = ${organizationId} and site_id = ${siteId}`;
  const until = dayOf(new Date(now.getTime() - days * DAY_MS));
  await db.transaction().execute(async (trx) => {
    await sql`
      delete from site_claim_value where ${ofSite} and claims_id in (
        select claims_id from site_claims where ${ofSite} and seen_on < ${until}::date)`.execute(trx);
    await sql`delete from site_claims where ${ofSite} and seen_on < ${until}::date`.execute(trx);
  });
}

/** The usage of the last day stays: it leads to the events of a site that is deleted. */
export async function deleteOldUsage(
  db: Database,
  { organizationId, siteId, days }: Retention,
  now: Date,
): Promise<void> {
  const until = dayOf(new Date(now.getTime() - Math.max(days, 2) * DAY_MS));
  await sql`
    delete from site_event_usage
    where organization_id = ${organizationId} and site_id = ${siteId} and day < ${until}::date`.execute(db);
}

export async function deleteOldReceipts(db: Database, now: Date): Promise<void> {
  await sql`
    delete from site_event_receipt where received_at < ${new Date(now.getTime() - RECEIPT_MS)}`.execute(db);
}

/** The longest retention that an organization may choose. */
export const beginOfLongestRetention = (now: Date): Date =>
  new Date(now.getTime() - MAX_RETENTION_DAYS * DAY_MS);

/** The months before the longest retention. */
export async function dropOldPartitions(db: Database, now: Date): Promise<void> {
  const kept = partitionName(beginOfLongestRetention(now));
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'site_event'::regclass and c.relname < ${kept}`.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db);
}

/** So that questions find what arrived last: without it, they read all that arrived since the last vacuum. */
export async function summarizeArrivals(db: Database): Promise<void> {
  await sql`
    select brin_summarize_new_values(inhrelid) from pg_inherits
    where inhparent = 'site_event_arrival'::regclass`.execute(db);
}
