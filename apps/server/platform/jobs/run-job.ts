import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../db/schema.ts';
import { type ClaimedJob, takeBackLoss } from './claim-job.queries.ts';
import { keepFailure, releaseJob, removeJob } from './end-job.queries.ts';
import { type Job, type JobDefinition, JobFailed } from './job-definition.ts';

export interface RunOptions {
  db: Kysely<DB>;
  log: Logger;
  clock: () => Date;
  /** The jobs that it runs, by their kinds. */
  jobs: Readonly<
    Record<
      string,
      Pick<JobDefinition, 'lane' | 'run' | 'giveUp' | 'limitSeconds' | 'whileSuspended' | 'schedule'>
    >
  >;
  jobSeconds: number;
  /** How long a job may go on after it was aborted; a minute by default. */
  abortGraceMs?: number;
}

/** A job that must clean up after itself stops well before this many attempts. */
export const MAX_ATTEMPTS = 20;
/** The longest pause before a job that failed is tried again. */
export const MAX_DELAY_SECONDS = 300;
/**
 * The number of crashes after which a job is given up. The process may have died once for another reason, but hardly
 * twice during the same job.
 */
const MAX_CRASHES = 2;
/**
 * From the second crash on, a job waits before it is restarted or given up, so that it does not end one process after
 * the other, and so that a process that has only lost its connection has time to report that it is alive.
 */
const FIRST_CRASH_PAUSE_SECONDS = 5;
const MAX_CRASH_PAUSE_SECONDS = 60;
/** A job that has not ended by then is stuck: it waits for something that never comes. */
const ABORT_GRACE_MS = 60_000;

/** How a run ended: `retried` fails and is tried again, `failed` is not; `given-back` and `postponed` did not end. */
export type JobOutcome = 'succeeded' | 'retried' | 'failed' | 'given-back' | 'postponed';

/** Runs a job and records how it ended. Throws if that could not be recorded. */
export async function runJob(
  { db, log, clock, jobs, jobSeconds, abortGraceMs = ABORT_GRACE_MS }: RunOptions,
  row: ClaimedJob,
  abort: AbortController,
): Promise<JobOutcome> {
  let outcome: JobOutcome = 'succeeded';
  const job: Job = {
    organizationId: row.organization_id,
    jobId: row.job_id,
    payload: row.payload,
    attempt: row.attempts,
  };
  const jobLog = log.child({ job: row.kind, jobId: row.job_id });
  if (row.was_left && row.crashes >= MAX_CRASHES) {
    jobLog.warn({ crashes: row.crashes }, 'job has crashed again and will be retried later');
    const runAt = new Date(clock().getTime() + pauseAfterCrash(row) * 1000);
    await releaseJob(db, { ...row, attempts: row.attempts - 1 }, { runAt, error: new JobLeft() });
    return 'postponed';
  }
  const definition = jobs[row.kind];
  const limitMs = (definition?.limitSeconds ?? jobSeconds) * 1000;
  const timer = setTimeout(() => abort.abort(new JobTimeout()), limitMs);
  try {
    abort.signal.throwIfAborted();
    if (row.crashes >= MAX_CRASHES && definition?.giveUp) {
      jobLog.error(
        { crashes: row.crashes },
        'job has failed permanently, because the process that ran it crashed each time',
      );
      await definition.giveUp(job);
      await keepFailure(db, row, { error: new JobLeft(), at: clock() });
      return 'failed';
    } else {
      const work = definition?.run(job, abort.signal);
      await untilStuck(work, abort.signal, abortGraceMs);
    }
    await removeJob(db, row);
  } catch (error) {
    if (error instanceof JobStuck) jobLog.error('job has not stopped after it was aborted');
    if (abort.signal.reason instanceof JobGivenBack) {
      // The job is not at fault.
      outcome = 'given-back';
      await releaseJob(db, { ...row, attempts: row.attempts - 1 });
    } else if (error instanceof JobFailed) {
      outcome = 'failed';
      await keepFailure(db, row, { error, at: clock() });
    } else if (row.attempts >= MAX_ATTEMPTS) {
      outcome = 'failed';
      jobLog.error({ err: error }, 'job failed permanently');
      await keepFailure(db, row, { error, at: clock() });
    } else {
      outcome = 'retried';
      jobLog.warn({ err: error, attempt: row.attempts }, 'job failed and will be retried');
      const seconds = Math.min(2 ** row.attempts, MAX_DELAY_SECONDS);
      await releaseJob(db, row, { runAt: new Date(clock().getTime() + seconds * 1000), error });
    }
  } finally {
    clearTimeout(timer);
  }
  if (abort.signal.reason instanceof JobGivenBack) await takeBackLoss(db, row);
  return outcome;
}

/** Waits for a job, unless it does not end after it was aborted. */
async function untilStuck(
  work: Promise<void> | undefined,
  signal: AbortSignal,
  graceMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let watch = () => {};
  const stuck = new Promise<never>((_resolve, reject) => {
    watch = () => {
      timer = setTimeout(() => reject(new JobStuck()), graceMs);
    };
    signal.addEventListener('abort', watch);
  });
  if (signal.aborted) watch();
  try {
    await Promise.race([work, stuck]);
  } finally {
    signal.removeEventListener('abort', watch);
    clearTimeout(timer);
  }
}

const pauseAfterCrash = ({ crashes }: ClaimedJob): number =>
  Math.min(FIRST_CRASH_PAUSE_SECONDS * 2 ** (crashes - MAX_CRASHES), MAX_CRASH_PAUSE_SECONDS);

/** The reason of an abort when a job's time is up. */
export class JobTimeout extends Error {
  constructor() {
    super('The job exceeded its time limit.');
  }
}

/** The reason of an abort when the process stops, or no longer owns its jobs. */
export class JobGivenBack extends Error {
  constructor() {
    super('The job is given back.');
  }
}

class JobStuck extends Error {
  constructor() {
    super('The job did not end after it was aborted.');
  }
}

/** The error recorded for a job whose process ended. */
class JobLeft extends Error {
  constructor() {
    super('The process that ran the job ended.');
  }
}
