import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { resealSiteKeys } from '../site-visitors/reseal-keys.ts';
import { removeUnusedSiteFiles } from './files/unused-site-files.ts';
import { checkHostname } from './hostnames/check-hostname.ts';
import { listDueHostnameRows } from './hostnames/hostnames.repository.ts';
import { resealRendererSecrets } from './renderer/reseal-secrets.ts';

/** The kind of the job that looks after the settings of all sites. */
export const SITE_UPKEEP = 'site-upkeep' as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 8;

/**
 * Runs every hour. Seals secrets under the present secret of the instance, deletes files that sites no longer use, and
 * checks the verified and waiting hostnames whose last check was a day ago.
 */
export const createSiteUpkeepJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: SITE_UPKEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      await resealRendererSecrets(context);
      await resealSiteKeys(context);
      await removeUnusedSiteFiles(context, signal);
      const until = new Date(context.clock().getTime() - DAY_MS);
      for (;;) {
        const due = await listDueHostnameRows(context.db, { until, now: context.clock(), limit: AT_ONCE });
        if (due.length === 0) return;
        await Promise.all(due.map((row) => checkHostname(context, BY_OPERATOR, row)));
        signal.throwIfAborted();
      }
    },
  });
