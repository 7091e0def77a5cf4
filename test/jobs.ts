import { listSuspendedOrganizations } from '../apps/server/domains/identity/organizations/organizations.queries.ts';
import { findMaintenance } from '../apps/server/platform/access/maintenance.ts';
import { startListener } from '../apps/server/platform/db/listener.ts';
import { WORKER_LOCK_CLASS } from '../apps/server/platform/jobs/claim-job.queries.ts';
import type { JobKind } from '../apps/server/platform/jobs/job-kinds.ts';
import { LANE_LIMITS } from '../apps/server/platform/jobs/job-lanes.ts';
import { prepareJob } from '../apps/server/platform/jobs/recurring.ts';
import { startWorker } from '../apps/server/platform/jobs/worker.ts';
import type { TestApp } from './app.ts';

let lastWorkerId = 0;

/** Does what the start of the service does for a job: schedules a recurring one. */
export const startJob = ({ app, context }: TestApp, kind: JobKind): Promise<void> =>
  prepareJob(context, app.jobs[kind]);

/** Works off every job that is due, and gives the worker back to nobody. */
export async function runJobs({ context, app, database }: TestApp): Promise<void> {
  lastWorkerId += 1;
  const workerId = lastWorkerId;
  const listener = await startListener({
    connection: database.connection,
    channels: [],
    onMessage: () => {},
    onLost: () => {},
    onRestored: () => {},
    onConnected: async (sql) => {
      await sql`select pg_advisory_lock(${WORKER_LOCK_CLASS}::int, ${workerId}::int)`;
    },
  });
  const worker = startWorker({
    db: context.db,
    log: context.log,
    clock: context.clock,
    jobs: app.jobs,
    workerId: () => workerId,
    isPaused: async () => (await findMaintenance(context)) !== undefined,
    listPaused: () => listSuspendedOrganizations(context.db),
    jobSeconds: 120,
    lanes: LANE_LIMITS,
    lookIntervalMs: 60_000,
  });
  await worker.idle();
  await worker.stop();
  await listener.close();
}

/** Runs jobs for as long as the promise is pending. */
export async function runJobsFor<T>(app: TestApp, waiting: PromiseLike<T>): Promise<T> {
  let isWaiting = true;
  const ended = Promise.resolve(waiting).finally(() => {
    isWaiting = false;
  });
  // The caller gets a failure from the promise below.
  ended.catch(() => {});
  while (isWaiting) await runJobs(app);
  return ended;
}
