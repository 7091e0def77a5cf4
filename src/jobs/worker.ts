import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../db/schema.ts';

export interface Job {
  organizationId: string;
  jobId: string;
  payload: unknown;
  /** How often this job has been started, this time included. More than one: an earlier run was cut off. */
  attempt: number;
}

/**
 * A job's body. It must be safe to repeat: a process that dies leaves its job to another one. `signal` is
 * aborted when the job's time is up or the process stops.
 */
export type JobBody = (job: Job, signal: AbortSignal) => Promise<void>;

export interface WorkerOptions {
  db: Kysely<DB>;
  log: Logger;
  clock: () => Date;
  bodies: Record<string, JobBody>;
  /** The number under which this process holds its advisory lock; see `advisory.ts`. */
  workerId: () => number | undefined;
  jobSeconds: number;
  concurrency: number;
  pollMilliseconds: number;
}

export interface Worker {
  /** Looks for due jobs now. */
  wake(): void;
  /** Aborts what runs and waits for it; unfinished jobs go back to the queue. */
  stop(): Promise<void>;
  /** Resolves when no job is due and none runs. For tests and the command line. */
  idle(): Promise<void>;
}

/** Advisory locks of workers live in this class, by worker number. */
export const WORKER_LOCK_CLASS = 0x6c656374;
const MAXIMUM_ATTEMPTS = 5;

interface JobRow {
  organization_id: string;
  job_id: string;
  kind: string;
  payload: unknown;
  attempts: number;
}

/**
 * Runs due jobs of the known kinds. A job belongs to a worker for as long as that worker's connection holds
 * its advisory lock, so that the jobs of a killed process are free the moment its connection is gone.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, clock } = options;
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  const waiting: (() => void)[] = [];
  let isStopped = false;
  let isLooking = false;
  let lookAgain = false;

  async function look(): Promise<void> {
    if (isStopped) return;
    if (isLooking) {
      lookAgain = true;
      return;
    }
    isLooking = true;
    try {
      do {
        lookAgain = false;
        while (!isStopped && running.size < options.concurrency) {
          const workerId = options.workerId();
          const row =
            workerId === undefined
              ? undefined
              : await claim(db, workerId, clock(), Object.keys(options.bodies));
          if (!row) break;
          start(row);
        }
      } while (lookAgain);
    } catch (error) {
      log.error({ err: error }, 'jobs cannot be claimed');
    } finally {
      isLooking = false;
      if (running.size === 0) for (const resolve of waiting.splice(0)) resolve();
    }
  }

  function start(row: JobRow): void {
    const abort = new AbortController();
    const done = run(row, abort).finally(() => {
      running.delete(row.job_id);
      void look();
    });
    running.set(row.job_id, { abort, done });
  }

  async function run(row: JobRow, abort: AbortController): Promise<void> {
    const job: Job = {
      organizationId: row.organization_id,
      jobId: row.job_id,
      payload: row.payload,
      attempt: row.attempts,
    };
    const timer = setTimeout(() => abort.abort(new JobTimeout()), options.jobSeconds * 1000);
    const jobLog = log.child({ job: row.kind, jobId: row.job_id });
    try {
      const body = options.bodies[row.kind] as JobBody;
      await body(job, abort.signal);
      await remove(db, row);
    } catch (error) {
      if (isStopped) {
        // The process stops: that is no fault of the job.
        await release(db, { ...row, attempts: row.attempts - 1 }, clock(), 0, undefined);
      } else if (row.attempts >= MAXIMUM_ATTEMPTS) {
        jobLog.error({ err: error }, 'job given up');
        await remove(db, row);
      } else {
        jobLog.warn({ err: error, attempt: row.attempts }, 'job failed, to be repeated');
        await release(db, row, clock(), 2 ** row.attempts, error);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const poll = setInterval(() => void look(), options.pollMilliseconds);
  poll.unref();
  void look();

  return {
    wake: () => void look(),
    async stop() {
      isStopped = true;
      clearInterval(poll);
      for (const { abort } of running.values()) abort.abort(new Error('The service stops.'));
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        void look();
      }),
  };
}

/** The reason of an abort when a job's time is up. */
export class JobTimeout extends Error {
  constructor() {
    super('The job took longer than it may.');
  }
}

async function claim(
  db: Kysely<DB>,
  workerId: number,
  now: Date,
  kinds: string[],
): Promise<JobRow | undefined> {
  // Free is what no living worker holds; `skip locked` lets workers claim side by side. A key's jobs run
  // one after the other: only its oldest unfinished job may be claimed.
  const { rows } = await sql<JobRow>`
    with alive as (
      select objid::bigint as worker_id from pg_locks
      where locktype = 'advisory' and classid = ${WORKER_LOCK_CLASS}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    ), due as (
      select organization_id, job_id from job
      where run_at <= ${now} and kind = any(${kinds}::text[])
        and (worker_id is null or worker_id not in (select worker_id from alive))
        and (concurrency_key is null or not exists (
          select 1 from job earlier where earlier.concurrency_key = job.concurrency_key and earlier.job_id < job.job_id))
      order by run_at, job_id
      limit 1 for update skip locked
    )
    update job set worker_id = ${workerId}, attempts = attempts + 1
    from due where job.organization_id = due.organization_id and job.job_id = due.job_id
    returning job.organization_id, job.job_id, job.kind, job.payload, job.attempts`.execute(db);
  return rows[0];
}

async function remove(db: Kysely<DB>, row: JobRow): Promise<void> {
  await db
    .deleteFrom('job')
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .execute();
}

async function release(
  db: Kysely<DB>,
  row: JobRow,
  now: Date,
  delaySeconds: number,
  error: unknown,
): Promise<void> {
  await db
    .updateTable('job')
    .set({
      worker_id: null,
      attempts: row.attempts,
      run_at: new Date(now.getTime() + delaySeconds * 1000),
      last_error: error instanceof Error ? error.message : null,
    })
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .execute();
}
