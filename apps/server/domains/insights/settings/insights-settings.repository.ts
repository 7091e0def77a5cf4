import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { DEFAULT_RETENTION_DAYS } from './insights-settings.schemas.ts';

export interface SiteInsightsRow {
  isRecording: boolean;
  today: number;
  stored: number;
  retentionDays: number;
}

/** `today`: the day (UTC) as `2026-11-22`. */
export async function findSiteInsights(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
  today: string,
): Promise<SiteInsightsRow | undefined> {
  const { rows } = await sql<SiteInsightsRow>`
    select coalesce(i.is_recording, true) as "isRecording", r.days as "retentionDays",
      coalesce(u.today, 0)::float8 as today, coalesce(u.stored, 0)::float8 as stored
    from site s
    left join site_insights i on i.organization_id = s.organization_id and i.site_id = s.site_id
    cross join lateral (
      select coalesce((select retention_days from organization_insights o
        where o.organization_id = s.organization_id), ${DEFAULT_RETENTION_DAYS}::integer) as days) r
    cross join lateral (
      select sum(events) filter (where day = ${today}::date) as today, sum(events) as stored
      from site_event_usage e where e.organization_id = s.organization_id and e.site_id = s.site_id
        and e.day > ${today}::date - r.days) u
    where s.organization_id = ${organizationId} and s.site_id = ${siteId}`.execute(db);
  return rows[0];
}

/** Returns the former value; undefined if the site has no row. */
export async function updateRecording(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  isRecording: boolean,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ before: boolean }>`
    select is_recording as before from site_insights
    where organization_id = ${organizationId} and site_id = ${siteId} for update`.execute(trx);
  await sql`
    update site_insights set is_recording = ${isRecording}
    where organization_id = ${organizationId} and site_id = ${siteId}`.execute(trx);
  return rows[0]?.before;
}

export async function findRetentionDays(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
): Promise<number> {
  const row = await db
    .selectFrom('organization_insights')
    .select('retention_days')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.retention_days ?? DEFAULT_RETENTION_DAYS;
}

export async function upsertRetentionDays(
  trx: Transaction<DB>,
  organizationId: string,
  days: number,
): Promise<void> {
  await trx
    .insertInto('organization_insights')
    .values({ organization_id: organizationId, retention_days: days })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ retention_days: days }))
    .execute();
}
