import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { enqueueJob, runJobSooner } from '../../../../platform/jobs/queue.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';

/** The kind of the job that purges the responses of a site from the caches of the instance. */
export const SITE_PURGE = 'site-purge' as const;

export interface SitePurgePayload {
  siteId: string;
  /** How many attempts have failed. */
  failures?: number;
  /** The repetition of a purge that was delivered. */
  isRepetition?: true;
}

interface SitePurge extends SiteKey {
  failures?: number;
  runAt?: Date;
}

/** Purges the site from the commit on; a purge that is waiting covers this change, too. */
export async function enqueueSitePurge(
  unit: UnitOfWork,
  { organizationId, runAt, ...payload }: SitePurge,
  now: Date,
): Promise<void> {
  const concurrencyKey = `${SITE_PURGE}:${payload.siteId}`;
  const job = { organizationId, kind: SITE_PURGE, payload, concurrencyKey, ...(runAt ? { runAt } : {}) };
  await runJobSooner(unit, job, now);
}

/** Without a key: the repetition for a later change is a later one. */
export async function enqueuePurgeRepetition(
  unit: UnitOfWork,
  { organizationId, siteId, runAt }: SiteKey & { runAt: Date },
  now: Date,
): Promise<void> {
  const payload: SitePurgePayload = { siteId, isRepetition: true };
  await enqueueJob(unit, { organizationId, kind: SITE_PURGE, payload, runAt }, now);
}
