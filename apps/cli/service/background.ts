import type { App } from '../../server/app/app.ts';
import type { Platform } from '../../server/app/platform.ts';
import { listSuspendedOrganizations } from '../../server/domains/identity/organizations/organizations.queries.ts';
import { ANNOUNCED_CHANNEL } from '../../server/platform/access/announcements.queries.ts';
import { CHANGES_CHANNEL, type Change } from '../../server/platform/access/changes.ts';
import { findMaintenance } from '../../server/platform/access/maintenance.ts';
import { startListener } from '../../server/platform/db/listener.ts';
import { WORKER_LOCK_CLASS } from '../../server/platform/jobs/claim-job.queries.ts';
import { LANE_LIMITS } from '../../server/platform/jobs/job-lanes.ts';
import { JOBS_CHANNEL, LOOK_INTERVAL_MS } from '../../server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '../../server/platform/jobs/worker.ts';

/** The work of a process besides responding: it receives notifications and runs jobs. */
export interface Background {
  worker: Worker;
  /** Gives unfinished jobs back. */
  stop(): Promise<void>;
}

export async function startBackground(platform: Platform, jobs: Partial<App['jobs']>): Promise<Background> {
  const { context } = platform;
  const { log, news, announcer, config } = context;
  let workerId: number | undefined;
  let worker: Worker | undefined;
  const listener = await startListener({
    ...platform.connection,
    channels: [CHANGES_CHANNEL, JOBS_CHANNEL, ANNOUNCED_CHANNEL],
    onMessage: (channel, payload) => {
      if (channel === JOBS_CHANNEL) worker?.wake();
      else if (channel === ANNOUNCED_CHANNEL) announcer.hear(payload);
      else news.tell(JSON.parse(payload) as Change);
    },
    onLost: () => {
      workerId = undefined;
      // The lock that held this worker's jobs went with the connection.
      worker?.disown();
      news.lose();
      log.warn(
        'The connection that receives change notifications was lost. Caching is paused until it is restored.',
      );
    },
    onProblem: (reason) => {
      log.error(`${reason} Until then, nothing is cached and no jobs run.`);
    },
    onRestored: () => {
      news.restore();
      worker?.wake();
    },
    onConnected: async (sql) => {
      const [row] = await sql<{ id: number }[]>`select nextval('job_worker_id')::int as id`;
      const id = row?.id as number;
      await sql`select pg_advisory_lock(${WORKER_LOCK_CLASS}::int, ${id}::int)`;
      workerId = id;
    },
  });
  let isAnnouncing = true;
  announcer.startLooking({
    onFailed: (error) => {
      if (isAnnouncing) {
        log.error(
          `Changes cannot be announced (${(error as Error).message}). Until then, nothing is cached.`,
        );
        news.lose('announcer');
      }
      isAnnouncing = false;
    },
    onDone: () => {
      if (!isAnnouncing) news.restore('announcer');
      isAnnouncing = true;
    },
  });
  worker = startWorker({
    db: context.db,
    log,
    clock: context.clock,
    jobs,
    workerId: () => workerId,
    isPaused: async () => (await findMaintenance(context)) !== undefined,
    listPaused: () => listSuspendedOrganizations(context.db),
    jobSeconds: config.limits.jobSeconds,
    lanes: LANE_LIMITS,
    lookIntervalMs: LOOK_INTERVAL_MS,
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
      await listener.close();
    },
  };
}
