import { siteNotFound } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import type { TrackingParts } from '../events/track-events.ts';
import { hashVisitorId } from '../events/visitor-hash.ts';
import { openEvents } from '../open-events.ts';
import {
  findRetentionDays,
  findSiteInsights,
  type SiteInsightsRow,
  updateRecording,
  upsertRetentionDays,
} from './insights-settings.repository.ts';

export async function getSiteInsights(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  site: SiteKey,
): Promise<SiteInsightsRow> {
  const row = await findSiteInsights(db, site, clock().toISOString().slice(0, 10));
  if (!row) throw siteNotFound();
  return row;
}

/** Turns recording on or off in all processes. */
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
    const before = await updateRecording(trx, { organizationId, siteId }, isRecording);
    if (before === undefined) throw siteNotFound();
    if (before === isRecording) return;
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

export async function setRetentionDays(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
  days: number,
): Promise<void> {
  await transact(async ({ trx }) => {
    const before = await findRetentionDays(trx, organizationId);
    if (before === days) return;
    await upsertRetentionDays(trx, organizationId, days);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.insights-changed',
      target: { type: 'organization', id: organizationId, label: null },
      payload: { before: { retentionDays: before }, after: { retentionDays: days } },
      at: clock(),
    });
  });
}

/** Deletes all stored data of a visitor. Returns the number of events. */
export async function deleteVisitor(
  {
    context,
    tracking,
  }: {
    context: Pick<Context, 'db' | 'clickHouse' | 'transact' | 'clock' | 'pointers'>;
    tracking: TrackingParts;
  },
  cause: Cause,
  key: SiteKey,
  visitorId: string,
): Promise<number> {
  const site = await context.pointers.sites.find(key.siteId);
  if (!site) throw siteNotFound();
  const { hash } = await tracking.findTrackedSite(site);
  return context.transact(async ({ trx }) => {
    const deleted = await openEvents(context).deleteVisitor(trx, key, hashVisitorId(hash, visitorId));
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
