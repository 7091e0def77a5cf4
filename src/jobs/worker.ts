import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { DatabaseFailure } from '../db/database-failure.ts';
import type { DB } from '../db/schema.ts';
import type { Job, JobDefinition } from './job-definition.ts';

export interface WorkerOptions {
  db: Kysely<DB>;
  log: Logger;
  clock: () => Date;
  /** The jobs that it runs, by their kinds. */
  jobs: Readonly<Record<string, Pick<JobDefinition, 'lane' | 'run'>>>;
  /** The number under which this process holds its advisory lock; undefined while it holds none. */
  workerId: () => number | undefined;
  jobSeconds: number;
  concurrency: number;
  pollIntervalMs: number;
}

export interface Worker {
  /** Looks for due jobs now. */
  wake(): void;
  /** Aborts what runs, because the lock that made it this worker's is lost: another one may begin it again. */
  disown(): void;
  /** Aborts what runs and waits for it; unfinished jobs go back to the queue. */
  stop(): Promise<void>;
  /** Resolves when no job is due and none runs. For tests and the command line. */
  idle(): Promise<void>;
}

/** Advisory locks of workers live in this class, by worker number. */
export const WORKER_LOCK_CLASS = 0x6c656374;
/** A job body that must clean up after itself stops well before this many attempts. */
export const MAX_ATTEMPTS = 20;
const MAX_DELAY_SECONDS = 300;

interface JobRow {
  organization_id: string;
  job_id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  worker_id: number;
}

/**
 * Runs due jobs of the known kinds. A job belongs to a worker for as long as that worker's connection holds its
 * advisory lock, so that the jobs of a killed process are free as soon as its connection is gone.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, clock } = options;
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  const waiting: (() => void)[] = [];
  const kinds = Object.keys(options.jobs);
  const upkeepKinds = kinds.filter((kind) => options.jobs[kind]?.lane === 'upkeep');
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  function look(): void {
    lookAgain = true;
    looking ??= claimAll().finally(() => {
      looking = undefined;
      if (running.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  }

  async function claimAll(): Promise<void> {
    try {
      while (lookAgain) {
        lookAgain = false;
        while (!isStopped && running.size < options.concurrency) {
          const workerId = options.workerId();
          if (workerId === undefined) return;
          const row = await claim(db, {
            workerId,
            running: [...running.keys()],
            now: clock(),
            kinds,
            upkeepKinds,
          });
          if (!row) break;
          start(row);
        }
      }
    } catch (error) {
      // That the database is away is logged once, by the pool.
      if (!(error instanceof DatabaseFailure)) log.error({ err: error }, 'could not claim jobs');
    }
  }

  function start(row: JobRow): void {
    const abort = new AbortController();
    if (isStopped) abort.abort(new JobGivenBack());
    const done = run(row, abort)
      .catch((error: unknown) => {
        // The job is still this worker's, or no one's: it is claimed again when the database answers.
        log.warn({ err: error, jobId: row.job_id }, 'could not record the end of a job');
      })
      .finally(() => {
        running.delete(row.job_id);
        look();
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
      abort.signal.throwIfAborted();
      await options.jobs[row.kind]?.run(job, abort.signal);
      await remove(db, row);
    } catch (error) {
      if (abort.signal.reason instanceof JobGivenBack) {
        // The job is not at fault.
        await release(db, { ...row, attempts: row.attempts - 1 }, clock(), 0, undefined);
      } else if (row.attempts >= MAX_ATTEMPTS) {
        jobLog.error({ err: error }, 'job failed permanently');
        await remove(db, row);
      } else {
        jobLog.warn({ err: error, attempt: row.attempts }, 'job failed and will be retried');
        await release(db, row, clock(), Math.min(2 ** row.attempts, MAX_DELAY_SECONDS), error);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  function giveBack(): void {
    for (const { abort } of running.values()) abort.abort(new JobGivenBack());
  }

  const poll = setInterval(look, options.pollIntervalMs);
  poll.unref();
  look();

  return {
    wake: look,
    disown: giveBack,
    async stop() {
      isStopped = true;
      clearInterval(poll);
      giveBack();
      // A claim that was in progress may still bring a job.
      await looking;
      await Promise.all([...running.values()].map(({ done }) => done));
    },
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        look();
      }),
  };
}

/** The reason of an abort when a job's time is up. */
export class JobTimeout extends Error {
  constructor() {
    super('The job exceeded its time limit.');
  }
}

/** The reason of an abort when the process stops, or no longer owns its jobs. */
class JobGivenBack extends Error {
  constructor() {
    super('The job is given back.');
  }
}

async function claim(
  db: Kysely<DB>,
  claimant: {
    workerId: number;
    running: string[];
    now: Date;
    kinds: string[];
    upkeepKinds: readonly string[];
  },
): Promise<JobRow | undefined> {
  const { workerId, running, now, kinds, upkeepKinds } = claimant;
  // Free is what no living worker holds, and what this one holds without running it (it could not write down
  // how it ended); `skip locked` lets workers claim side by side. A key's jobs run one after the other: only its
  // oldest unfinished job may be claimed.
  const { rows } = await sql<JobRow>`
    with alive as (
      select objid::bigint as worker_id from pg_locks
      where locktype = 'advisory' and classid = ${WORKER_LOCK_CLASS}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    ), due as (
      select organization_id, job_id from job
      where run_at <= ${now} and kind = any(${kinds}::text[])
        and (worker_id is null or worker_id = ${workerId} or worker_id not in (select worker_id from alive))
        and job_id <> all(${running}::uuid[])
        and (concurrency_key is null or not exists (
          select 1 from job earlier where earlier.concurrency_key = job.concurrency_key and earlier.job_id < job.job_id))
      order by kind = any(${upkeepKinds}::text[]), run_at, job_id
      limit 1 for update skip locked
    )
    update job set worker_id = ${workerId}, attempts = attempts + 1
    from due where job.organization_id = due.organization_id and job.job_id = due.job_id
    returning job.organization_id, job.job_id, job.kind, job.payload, job.attempts, job.worker_id`.execute(
    db,
  );
  return rows[0];
}

/** Only the worker that claimed a job may end it: another worker may have restarted it. */
async function remove(db: Kysely<DB>, row: JobRow): Promise<void> {
  await db
    .deleteFrom('job')
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .where('worker_id', '=', row.worker_id)
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
    .where('worker_id', '=', row.worker_id)
    .execute();
}
