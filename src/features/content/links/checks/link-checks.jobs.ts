import type { Context } from '../../../../context.ts';
import { readRelease } from '../../../../http/release.ts';
import { scheduleNextRun } from '../../../../jobs/recurring.ts';
import { type JobBody, JobTimeout } from '../../../../jobs/worker.ts';
import type { ContentStore } from '../../revisions/content-store.ts';
import { shortenWaits } from './external-links.repository.ts';
import { DAY_MS, type Manners, runLinkChecks } from './run-link-checks.ts';

export const LINK_CHECKS = 'link-checks';

/** How soon new content and addresses whose time came are noticed. */
const HOUR_MS = 3_600_000;
const SLICE_MS = 60_000;

/** At start: from now on addresses outside are checked. Nothing, when that is switched off. */
export async function startLinkChecks({ config, clock, transact }: Context): Promise<void> {
  const { linkCheckDays } = config;
  if (linkCheckDays === undefined) return;
  const now = clock();
  await transact(async (unit) => {
    await shortenWaits(unit.trx, linkCheckDays * DAY_MS);
    await scheduleNextRun(unit, { kind: LINK_CHECKS, runAt: now }, now);
  });
}

/**
 * One job for the whole instance: that is what keeps two processes from asking the same host at once, and the checks
 * from taking the place of every other job. Whatever cuts it off, what was found until then is kept.
 */
export function createLinkCheckJob(
  context: Context,
  store: ContentStore,
  manners: Partial<Manners> = {},
): JobBody {
  const { config, clock, log, transact } = context;
  return async ({ jobId }, signal) => {
    const days = config.linkCheckDays;
    // Switched off since it was enqueued: this run has no successor.
    if (days === undefined) return;
    const schedule = (runAt: Date): Promise<void> =>
      transact((unit) => scheduleNextRun(unit, { kind: LINK_CHECKS, runAt, currentJobId: jobId }, clock()));
    await schedule(new Date(clock().getTime() + HOUR_MS));
    const usual = await findManners(context);
    try {
      const run = { context, store, days, manners: { ...usual, ...manners }, signal };
      const { checked, hasMore } = await runLinkChecks(run);
      if (checked > 0) log.info({ checked }, 'external addresses checked');
      if (!hasMore) return;
    } catch (error) {
      // Its time was up before it came to an end: the next run goes on from there.
      if (!(signal.reason instanceof JobTimeout)) throw error;
    }
    await schedule(clock());
  };
}

async function findManners({ config }: Context): Promise<Manners> {
  const { version } = await readRelease();
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
