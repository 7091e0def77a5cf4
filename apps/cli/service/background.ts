import type { App } from '../../server/app/app.ts';
import type { Platform } from '../../server/app/platform.ts';
import { listSuspendedOrganizations } from '../../server/domains/identity/organizations/organizations.queries.ts';
import { HAS_LEFT_ANNOUNCEMENTS } from '../../server/platform/access/announcements.queries.ts';
import { findMaintenance } from '../../server/platform/access/maintenance.ts';
import { LANE_LIMITS } from '../../server/platform/jobs/job-lanes.ts';
import { LOOK_INTERVAL_MS } from '../../server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '../../server/platform/jobs/worker.ts';
import { startHearing } from './hear-news.ts';

/** The work of a process besides responding: it receives notifications and runs jobs. */
export interface Background {
  worker: Worker;
  /** Gives unfinished jobs back. */
  stop(): Promise<void>;
}

export async function startBackground(platform: Platform, jobs: Partial<App['jobs']>): Promise<Background> {
  const { context } = platform;
  const { log, news, config } = context;
  let worker: Worker | undefined;
  const hearing = await startHearing(platform, {
    runsJobs: Object.keys(jobs).length > 0,
    wake: () => worker?.wake(),
    disown: () => worker?.disown(),
  });
  worker = startWorker({
    db: context.db,
    log,
    clock: context.clock,
    jobs,
    workerId: hearing.workerId,
    isPaused: async () => (await findMaintenance(context)) !== undefined,
    listPaused: () => listSuspendedOrganizations(context.db),
    jobSeconds: config.limits.jobSeconds,
    lanes: LANE_LIMITS,
    lookIntervalMs: LOOK_INTERVAL_MS,
    beside: { condition: HAS_LEFT_ANNOUNCEMENTS, onLooked: hearing.findLeft },
  });
  const started = worker;
  // Gives the jobs that must wait back at once, and goes on at once afterwards.
  const stopFollowing = news.listen({
    onChange: ({ kind }) => {
      if (kind === 'maintenance' || kind === 'organization') started.wake();
    },
    onLost: () => {},
    onRestored: () => {},
  });
  return {
    worker: started,
    async stop() {
      stopFollowing();
      await started.stop();
      await hearing.close();
    },
  };
}
