import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { DatabaseFailure } from '../db/database-failure.ts';
import type { DB } from '../db/schema.ts';
import { jobDurations, jobRuns } from '../metrics/meters.ts';
import { inRootSpan, takeTrace } from '../tracing/tracing.ts';
import {
  type ClaimedJob,
  claimJob,
  correctTimes,
  type Due,
  FIRST_TURN,
  findDueKinds,
  type Owner,
  takeBackLoss,
  takeBackLosses,
} from './claim-job.queries.ts';
import { type Job, type JobDefinition, JobFailed } from './job-definition.ts';
import { JOB_LANES, type JobLane, type LaneLimits } from './job-lanes.ts';

export interface WorkerOptions {
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
  /** The number under which this process holds its advisory lock or lease; undefined while it holds none. */
  workerId: () => number | undefined;
  jobSeconds: number;
  /** Whether jobs wait, as during the maintenance of the instance. */
  isPaused?: () => Promise<boolean>;
  /** The organizations whose jobs wait, but for those that say otherwise. */
  listPaused?: () => Promise<readonly string[]>;
  lanes: Readonly<Record<JobLane, LaneLimits>>;
  /** How often it looks although nothing wakes it and no job becomes due. */
  lookIntervalMs: number;
  /** What each look also looks for, and who is told whether it is there. */
  beside?: { condition: RawBuilder<boolean>; onLooked: (isFound: boolean) => void };
  /** How long a job may go on after it was aborted; a minute by default. */
  abortGraceMs?: number;
}

export interface Worker {
  /** Looks for due jobs now. */
  wake(): void;
  /**
   * Aborts the running jobs, because the worker lost the lock by which it owns them: another worker may start them
   * again.
   */
  disown(): void;
  /** Aborts the running jobs and waits for them; unfinished jobs go back to the queue. */
  stop(): Promise<void>;
  /** Resolves when no job is due and none runs. For tests and the command line. */
  idle(): Promise<void>;
}

/** A job that must clean up after itself stops well before this many attempts. */
export const MAX_ATTEMPTS = 20;
const MAX_DELAY_SECONDS = 300;
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
/** How often the times of jobs are compared with the clock; also when the clock has jumped that far. */
const CORRECTION_INTERVAL_MS = 60_000;
/** Jobs that become due within this time are claimed by one look. */
const TOGETHER_MS = 50;
/** How many claims in a row may find nothing but jobs that wait for earlier ones with their key. */
const MAX_VAIN_CLAIMS = 16;

/** How a run ended: `retried` fails and is tried again, `failed` is not; `given-back` and `postponed` did not end. */
type JobOutcome = 'succeeded' | 'retried' | 'failed' | 'given-back' | 'postponed';

interface RunningJob {
  kind: string;
  organizationId: string;
  lane: JobLane;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Runs due jobs of the known kinds. A job belongs to a worker for as long as that worker's connection holds its
 * advisory lock, so that the jobs of a killed process are free as soon as its connection is gone. Each lane has its own
 * slots, and within a lane the organizations take turns.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, log, clock, jobs } = options;
  const running = new Map<string, RunningJob>();
  /** The numbers that this process has had: the jobs of these numbers did not end a process. */
  const workerIds = new Set<number>();
  const waiting: (() => void)[] = [];
  const lanes = JOB_LANES.map((name) => ({
    name,
    ...options.lanes[name],
    kinds: Object.keys(options.jobs).filter((kind) => options.jobs[kind]?.lane === name),
    /** The organization that had its turn last. */
    turn: FIRST_TURN,
  }));
  const kinds = Object.keys(jobs);
  for (const kind of kinds) jobRuns.of(kind, 'failed');
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let nextAt: Date | undefined;
  let nextLook: NodeJS.Timeout | undefined;
  let correctedAt = Number.NEGATIVE_INFINITY;
  let paused: readonly string[] = [];
  const exempt = kinds.filter((kind) => options.jobs[kind]?.whileSuspended);

  function look(): void {
    if (kinds.length === 0) return;
    lookAgain = true;
    looking ??= claimAll().finally(() => {
      looking = undefined;
      lookLater();
      if (running.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  }

  function lookLater(): void {
    clearTimeout(nextLook);
    if (isStopped) return;
    nextLook = setTimeout(look, untilNextLook(nextAt, clock(), options.lookIntervalMs)).unref();
  }

  async function claimAll(): Promise<void> {
    nextAt = undefined;
    try {
      while (lookAgain) {
        lookAgain = false;
        await recordNumber();
        await followClock();
        const workerId = options.workerId();
        if (isStopped || workerId === undefined) return;
        const due = await findDue(options, { workerId, running: [...running.keys()], now: clock() });
        nextAt = due.nextAt;
        if (due.kinds.size > 0 || running.size > 0) {
          if (await options.isPaused?.()) return giveBack();
          paused = (await options.listPaused?.()) ?? [];
          giveBack(({ kind, organizationId }) => paused.includes(organizationId) && !exempt.includes(kind));
        }
        for (const lane of lanes) if (lane.kinds.some((kind) => due.kinds.has(kind))) await claimLane(lane);
        lookAgain ||= !due.isWhole;
      }
    } catch (error) {
      // The pool logs once that the database is not available.
      if (!(error instanceof DatabaseFailure)) log.error({ err: error }, 'could not claim jobs');
    }
  }

  /** A new number means that the connection was lost, and with it the jobs of the old number. */
  async function recordNumber(): Promise<void> {
    const workerId = options.workerId();
    if (workerId === undefined || workerIds.has(workerId)) return;
    if (workerIds.size > 0)
      await takeBackLosses(db, { formerIds: [...workerIds], running: [...running.keys()] });
    workerIds.add(workerId);
  }

  /** After a clock that was ahead has been set right, jobs must not wait until it is as late again. */
  async function followClock(): Promise<void> {
    const now = clock();
    if (Math.abs(now.getTime() - correctedAt) < CORRECTION_INTERVAL_MS) return;
    await correctTimes(db, { now, longestPauseMs: MAX_DELAY_SECONDS * 1000 });
    correctedAt = now.getTime();
  }

  async function claimLane(lane: (typeof lanes)[number]): Promise<void> {
    for (let vain = 0; vain < MAX_VAIN_CLAIMS; ) {
      const mine = [...running.values()].filter((job) => job.lane === lane.name);
      const workerId = options.workerId();
      if (isStopped || workerId === undefined || mine.length >= lane.slots) return;
      // A number that came meanwhile is recorded first, by the next look.
      if (!workerIds.has(workerId)) return look();
      const { job, reached } = await claimJob(db, {
        workerId,
        formerIds: [...workerIds],
        running: [...running.keys()],
        now: clock(),
        kinds: lane.kinds,
        excluded: listAtShare(mine, lane.share),
        paused: { organizationIds: paused, exempt },
        turn: lane.turn,
      });
      if (job) start(job, lane.name);
      else if (reached === undefined) return;
      else vain += 1;
      lane.turn = job?.organization_id ?? (reached as string);
    }
  }

  function start(row: ClaimedJob, lane: JobLane): void {
    const abort = new AbortController();
    if (isStopped) abort.abort(new JobGivenBack());
    const startedAt = performance.now();
    const { payload, parent } = takeTrace(row.payload);
    const attributes = {
      'lectern.job.id': row.job_id,
      'lectern.job.lane': lane,
      'lectern.job.attempt': row.attempts,
    };
    const done = inRootSpan(
      `job ${row.kind}`,
      { kind: 'consumer', jobKind: row.kind, parent, attributes },
      async (span) => {
        const outcome = await runClaimed(options, { ...row, payload }, abort);
        span?.set({ 'lectern.job.outcome': outcome });
        if (outcome === 'failed' || outcome === 'retried') span?.fail(outcome);
        return outcome;
      },
    )
      .then((outcome) => {
        jobDurations.observe(performance.now() - startedAt, lane, outcome);
        jobRuns.add(1, row.kind, outcome);
      })
      .catch((error: unknown) => {
        // The job still belongs to this worker or to nobody: it is claimed again when the database is available.
        log.warn({ err: error, jobId: row.job_id }, 'could not record the end of a job');
      })
      .finally(() => {
        running.delete(row.job_id);
        look();
      });
    running.set(row.job_id, { kind: row.kind, organizationId: row.organization_id, lane, abort, done });
  }

  function giveBack(matches: (job: RunningJob) => boolean = () => true): void {
    for (const job of running.values()) if (matches(job)) job.abort.abort(new JobGivenBack());
  }

  look();

  return {
    wake: look,
    disown: () => giveBack(),
    async stop() {
      isStopped = true;
      clearTimeout(nextLook);
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

async function findDue({ db, jobs, beside }: WorkerOptions, owner: Owner): Promise<Due> {
  const due = await findDueKinds(db, { ...owner, jobs, beside: beside?.condition });
  beside?.onLooked(due.isBesideFound);
  return due;
}

/** In milliseconds; never longer than the interval, because other processes schedule jobs, too. */
const untilNextLook = (nextAt: Date | undefined, now: Date, intervalMs: number): number =>
  nextAt ? Math.min(Math.max(nextAt.getTime() - now.getTime(), 0) + TOGETHER_MS, intervalMs) : intervalMs;

/** Runs a job and records how it ended. Throws if that could not be recorded. */
async function runClaimed(
  { db, log, clock, jobs, jobSeconds, abortGraceMs = ABORT_GRACE_MS }: WorkerOptions,
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
    await release(db, { ...row, attempts: row.attempts - 1 }, { runAt, error: new JobLeft() });
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
    await remove(db, row);
  } catch (error) {
    if (error instanceof JobStuck) jobLog.error('job has not stopped after it was aborted');
    if (abort.signal.reason instanceof JobGivenBack) {
      // The job is not at fault.
      outcome = 'given-back';
      await release(db, { ...row, attempts: row.attempts - 1 });
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
      await release(db, row, { runAt: new Date(clock().getTime() + seconds * 1000), error });
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

/** The organizations that have as many running jobs as they may. */
function listAtShare(jobs: readonly RunningJob[], share: number): string[] {
  const counts = new Map<string, number>();
  for (const { organizationId } of jobs) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= share).map(([organizationId]) => organizationId);
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

/** Only the worker that claimed a job may end it: another worker may have restarted it. */
async function remove(db: Kysely<DB>, row: ClaimedJob): Promise<void> {
  await db
    .deleteFrom('job')
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .where('worker_id', '=', row.worker_id)
    .execute();
}

/** Ends a job that is not tried again, and keeps it for the administrators of the instance. */
async function keepFailure(
  db: Kysely<DB>,
  row: ClaimedJob,
  { error, at }: { error: unknown; at: Date },
): Promise<void> {
  const message = error instanceof Error ? error.message : null;
  await sql`
    with ended as (
      delete from job
      where organization_id = ${row.organization_id} and job_id = ${row.job_id} and worker_id = ${row.worker_id}
      returning organization_id, job_id, kind, payload, concurrency_key, attempts, created_at)
    insert into failed_job (organization_id, job_id, kind, payload, concurrency_key, attempts, created_at, error, failed_at)
    select ended.*, ${message}, ${at} from ended`.execute(db);
}

/** Gives a job back, to be run at its time or at the time of its next attempt. */
async function release(
  db: Kysely<DB>,
  row: ClaimedJob,
  retry?: { runAt: Date; error: unknown },
): Promise<void> {
  await db
    .updateTable('job')
    .set({
      worker_id: null,
      attempts: row.attempts,
      ...(retry ? { run_at: retry.runAt, is_due: false } : {}),
      last_error: retry?.error instanceof Error ? retry.error.message : null,
    })
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .where('worker_id', '=', row.worker_id)
    .execute();
}
