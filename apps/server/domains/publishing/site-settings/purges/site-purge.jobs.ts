import { cacheTagOf } from '../../../../platform/access/cache-tags.ts';
import type { Context } from '../../../../platform/context.ts';
import type { JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { purgeCaches } from './purge-caches.ts';
import {
  enqueuePurgeRepetition,
  enqueueSitePurge,
  SITE_PURGE,
  type SitePurgePayload,
} from './site-purge-job.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A cache that was fetching a page during the purge keeps it, and so do other processes until the news arrives. */
const SOON_MS = 300;
/** By then, also a process to which no news arrives has noticed it, and makes every page anew. */
const LATE_MS = 8_000;

/**
 * Purges a site from the caches in front of the sites origin, until all have done it. A purge is repeated shortly
 * afterwards, and once more when no process can have an old page in memory.
 */
export const createSitePurgeJob = (context: Context): JobDefinition & { kind: typeof SITE_PURGE } => ({
  kind: SITE_PURGE,
  lane: 'short',
  // A suspended organization is no longer shown.
  whileSuspended: true,
  run: async ({ organizationId, payload }, signal) => {
    const { config, log, clock, transact } = context;
    const { siteId, failures = 0, isRepetition } = payload as SitePurgePayload;
    const urls = config.sitesPurgeUrls;
    if (urls.length === 0) return;
    const site = { organizationId, siteId };
    const tags = [cacheTagOf.site(siteId)];
    const problem = await purgeCaches(urls, tags, signal);
    const now = clock();
    if (problem !== undefined) {
      if (failures === 0)
        log.warn({ siteId, problem }, 'a site could not be purged; this is repeated until it is');
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      const again = { ...site, failures: failures + 1, runAt: new Date(now.getTime() + pause) };
      await transact((unit) => enqueueSitePurge(unit, again, now));
      return;
    }
    if (isRepetition) return;
    setTimeout(
      () => void purgeCaches(urls, tags, AbortSignal.timeout(SOON_MS * 10)).catch(() => {}),
      SOON_MS,
    ).unref();
    const runAt = new Date(now.getTime() + LATE_MS);
    await transact((unit) => enqueuePurgeRepetition(unit, { ...site, runAt }, now));
  },
});
