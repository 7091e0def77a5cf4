import { startListener } from '../src/db/listener.ts';
import { startWorker, WORKER_LOCK_CLASS } from '../src/jobs/worker.ts';
import type { TestApp } from './app.ts';

let lastWorkerId = 0;

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
    bodies: app.jobBodies,
    patientKinds: app.patientJobs,
    workerId: () => workerId,
    jobSeconds: 120,
    concurrency: 2,
    pollMilliseconds: 60_000,
  });
  await worker.idle();
  await worker.stop();
  await listener.close();
}

/** Works off jobs for as long as somebody waits for what they do. */
export async function runJobsFor<T>(app: TestApp, waiting: PromiseLike<T>): Promise<T> {
  let isWaiting = true;
  const ended = Promise.resolve(waiting).finally(() => {
    isWaiting = false;
  });
  // A failure is told to the caller, below.
  ended.catch(() => {});
  while (isWaiting) await runJobs(app);
  return ended;
}
