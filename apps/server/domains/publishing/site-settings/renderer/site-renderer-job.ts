import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { runJobSooner } from '../../../../platform/jobs/queue.ts';

/** The kind of the job that notifies the renderer of a site about changes. */
export const SITE_RENDERER = 'site-renderer' as const;

export interface SiteRendererPayload {
  siteId: string;
  /** The space whose content changed; otherwise something of the site did. */
  spaceId?: string;
  /** The slug of the OpenAPI spec that changed. */
  spec?: string;
  /** How many calls have failed. */
  failures?: number;
}

interface RendererCall extends SiteRendererPayload {
  organizationId: string;
  runAt?: Date;
}

/** Has the renderer called from the commit on; a call that is waiting already covers this change, too. */
export async function enqueueRendererCall(
  unit: UnitOfWork,
  { organizationId, runAt, ...payload }: RendererCall,
  now: Date,
): Promise<void> {
  const { siteId, spaceId = '', spec } = payload;
  const subject = spec === undefined ? spaceId : `openapi:${spec}`;
  const concurrencyKey = `${SITE_RENDERER}:${siteId}:${subject}`;
  const job = { organizationId, kind: SITE_RENDERER, payload, concurrencyKey, ...(runAt ? { runAt } : {}) };
  await runJobSooner(unit, job, now);
}
