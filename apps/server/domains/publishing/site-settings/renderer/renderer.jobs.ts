import { cacheTagOf } from '../../../../platform/access/cache-tags.ts';
import type { Context } from '../../../../platform/context.ts';
import type { JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { updateSiteRow } from '../../sites/sites.queries.ts';
import { callRenderer } from './call-renderer.ts';
import { findRenderer } from './renderer.repository.ts';
import { enqueueRendererCall, SITE_RENDERER, type SiteRendererPayload } from './site-renderer-job.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The pauses after failed calls. After the last one, the call is given up: the next change makes another. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  60 * MINUTE_MS,
  360 * MINUTE_MS,
];

/** Tells the renderer of a site to fetch again what changed. */
export const createSiteRendererJob = (context: Context): JobDefinition & { kind: typeof SITE_RENDERER } => ({
  kind: SITE_RENDERER,
  lane: 'short',
  run: async ({ organizationId, payload }, signal) => {
    const { siteId, spaceId, spec, failures = 0 } = payload as SiteRendererPayload;
    const site = { organizationId, siteId };
    const { url, secret } = (await findRenderer(context.db, site)) ?? {};
    if (!url || !secret) return;
    const tags = [
      ...(spaceId ? [cacheTagOf.space(spaceId)] : []),
      ...(spec ? [cacheTagOf.spec(organizationId, spec)] : []),
      cacheTagOf.site(siteId),
    ];
    const problem = await callRenderer(context, { url, secret, tags }, signal);
    const now = context.clock();
    const pause = PAUSES_MS[failures];
    await context.transact(async (unit) => {
      await updateSiteRow(unit.trx, site, { renderer_called_at: now, renderer_problem: problem ?? null });
      if (problem === undefined || pause === undefined) return;
      const runAt = new Date(now.getTime() + pause);
      const again = {
        ...site,
        ...(spaceId ? { spaceId } : {}),
        ...(spec ? { spec } : {}),
        failures: failures + 1,
        runAt,
      };
      await enqueueRendererCall(unit, again, now);
    });
  },
});
