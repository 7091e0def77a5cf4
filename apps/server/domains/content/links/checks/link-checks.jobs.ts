import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { Context } from '../../../../platform/context.ts';
import { readRelease } from '../../../../platform/http/release.ts';
import { defineRecurringJob, scheduleNextRun } from '../../../../platform/jobs/recurring.ts';
import { JobTimeout } from '../../../../platform/jobs/run-job.ts';
import { shortenWaits } from './external-links.repository.ts';
import { DAY_MS, type LinkCheckOptions, runLinkChecks } from './run-link-checks.ts';

export const LINK_CHECKS = 'link-checks' as const;

/** The delay after which new content and due addresses are noticed. */
const HOUR_MS = 3_600_000;
const SLICE_MS = 60_000;

/**
 * One job for the whole instance: this keeps two processes from contacting the same host at once, and the checks from
 * crowding out other jobs. Results survive an interruption.
 */
export function createLinkCheckJob(
  context: Context,
  store: ContentStore,
  options: Partial<LinkCheckOptions> = {},
) {
  const { config, clock, log, transact } = context;
  const days = config.linkCheckDays;
  // Switched off since it was enqueued: such a run does nothing and has no successor.
  if (days === undefined) return { kind: LINK_CHECKS, lane: 'upkeep', run: async () => {} } as const;
  return defineRecurringJob(context, {
    kind: LINK_CHECKS,
    lane: 'upkeep',
    schedule: { firstDelayMs: 0, intervalMs: HOUR_MS },
    run: async ({ jobId }, signal) => {
      await shortenWaits(context.db, { now: clock(), milliseconds: days * DAY_MS });
      const defaults = await findDefaultOptions(context);
      try {
        const run = { context, store, days, options: { ...defaults, ...options }, signal };
        const { checked, hasMore } = await runLinkChecks(run);
        if (checked > 0) log.info({ checked }, 'external addresses checked');
        if (!hasMore) return;
      } catch (error) {
        // It ran out of time: the next run continues from there.
        if (!(signal.reason instanceof JobTimeout)) throw error;
      }
      const next = { kind: LINK_CHECKS, runAt: clock(), currentJobId: jobId };
      await transact((unit) => scheduleNextRun(unit, next, clock()));
    },
  });
}

async function findDefaultOptions({ config }: Context): Promise<LinkCheckOptions> {
  const { version } = readRelease();
  return {
    policy: { allowPrivate: config.allowPrivateNetworks },
    userAgent: `Lectern/${version} (checks the links of documentation now and then; docs/running/link-checks.md)`,
    timeoutMs: 15_000,
    pauseMs: 1000,
    hostsAtOnce: 8,
    sliceMs: Math.min(SLICE_MS, (config.limits.jobSeconds * 1000) / 2),
    stopwatch: () => performance.now(),
  };
}
