import { sql, type Transaction } from 'kysely';
import { siteNotFound } from '../../../access/access-errors.ts';
import type { Cause } from '../../../access/cause.ts';
import type { Context } from '../../../context.ts';
import type { DB } from '../../../db/schema.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import type { TrackingParts } from '../events/track-events.ts';
import { hashVisitorId } from '../events/visitor-hash.ts';

export interface SiteInsightsRow {
  isRecording: boolean;
  today: number;
  stored: number;
  retentionDays: number;
}

export async function getSiteInsights(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { organizationId, siteId }: SiteKey,
): Promise<SiteInsightsRow> {
  const today = clock().toISOString().slice(0, 10);
  const { rows } = await sql<SiteInsightsRow>`
    select coalesce(i.is_recording, true) as "isRecording", o.insights_retention_days as "retentionDays",
      coalesce(u.today, 0)::float8 as today, coalesce(u.stored, 0)::float8 as stored
    from site s
    join organization o on o.organization_id = s.organization_id
    left join site_insights i on i.organization_id = s.organization_id and i.site_id = s.site_id
    cross join lateral (
      select sum(events) filter (where day = ${today}::date) as today, sum(events) as stored
      from site_event_usage e where e.organization_id = s.organization_id and e.site_id = s.site_id
        and e.day > ${today}::date - o.insights_retention_days) u
    where s.organization_id = ${organizationId} and s.site_id = ${siteId}`.execute(db);
  const [row] = rows;
  if (!row) throw siteNotFound();
  return row;
}

/** Turns recording on or off; the news reaches all processes. */
export async function setRecording(
  {
    context,
    tracking,
  }: { context: Pick<Context, 'transact' | 'clock' | 'pointers'>; tracking: TrackingParts },
  cause: Cause,
  { organizationId, siteId }: SiteKey,
  isRecording: boolean,
): Promise<void> {
  const site = await context.pointers.sites.find(siteId);
  if (!site) throw siteNotFound();
  // Creates the row if the site has recorded nothing so far.
  await tracking.findTrackedSite(site);
  await context.transact(async ({ trx, announce }) => {
    const { rows } = await sql<{ before: boolean }>`
      select is_recording as before from site_insights
      where organization_id = ${organizationId} and site_id = ${siteId} for update`.execute(trx);
    const before = rows[0]?.before;
    if (before === undefined) throw siteNotFound();
    if (before === isRecording) return;
    await sql`
      update site_insights set is_recording = ${isRecording}
      where organization_id = ${organizationId} and site_id = ${siteId}`.execute(trx);
    announce({ kind: 'site', siteId });
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'site.insights-changed',
      target: { type: 'site', id: siteId, label: site.title },
      payload: { before: { recording: before }, after: { recording: isRecording } },
      at: context.clock(),
    });
  });
}

export async function getRetentionDays({ db }: Pick<Context, 'db'>, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('organization')
    .select('insights_retention_days')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.insights_retention_days;
}

export async function setRetentionDays(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
  days: number,
): Promise<void> {
  await transact(async ({ trx }) => {
    const { rows } = await sql<{ before: number; title: string }>`
      select insights_retention_days as before, title from organization
      where organization_id = ${organizationId} for update`.execute(trx);
    const { before, title } = rows[0] as { before: number; title: string };
    if (before === days) return;
    await trx
      .updateTable('organization')
      .set({ insights_retention_days: days })
      .where('organization_id', '=', organizationId)
      .execute();
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.insights-changed',
      target: { type: 'organization', id: organizationId, label: title },
      payload: { before: { retentionDays: before }, after: { retentionDays: days } },
      at: clock(),
    });
  });
}

/** Deletes what is stored of a visitor. Returns the number of events. */
export async function deleteVisitor(
  {
    context,
    tracking,
  }: { context: Pick<Context, 'transact' | 'clock' | 'pointers'>; tracking: TrackingParts },
  cause: Cause,
  key: SiteKey,
  visitorId: string,
): Promise<number> {
  const site = await context.pointers.sites.find(key.siteId);
  if (!site) throw siteNotFound();
  const { hash } = await tracking.findTrackedSite(site);
  return context.transact(async ({ trx }) => {
    const deleted = await deleteEventsOf(trx, key, hashVisitorId(hash, visitorId));
    await recordEvent(trx, {
      organizationId: key.organizationId,
      cause,
      action: 'site.visitor-deleted',
      target: { type: 'site', id: key.siteId, label: site.title },
      payload: { events: deleted },
      at: context.clock(),
    });
    return deleted;
  });
}

/** The rollups of the days since the first of these events are made again by the next run. */
async function deleteEventsOf(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  visitor: bigint,
): Promise<number> {
  const ofVisitor = sql`organization_id = ${organizationId} and site_id = ${siteId} and visitor = ${String(visitor)}::bigint`;
  await sql`
    select 1 from site_insights where organization_id = ${organizationId} and site_id = ${siteId}
    for no key update`.execute(trx);
  const { rows } = await sql<{ events: number; first: Date | null }>`
    with deleted as (delete from site_event where ${ofVisitor} returning occurred_at)
    select count(*)::float8 as events, min(occurred_at) as first from deleted`.execute(trx);
  const { events = 0, first = null } = rows[0] ?? {};
  await sql`delete from site_session_day where ${ofVisitor}`.execute(trx);
  if (first)
    await sql`
      update site_insights set rolled_until = least(rolled_until, date_bin('1 day', ${first}, timestamptz '2001-01-01T00:00:00Z'))
      where organization_id = ${organizationId} and site_id = ${siteId}`.execute(trx);
  return events;
}
