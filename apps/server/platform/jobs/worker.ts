import type { RawBuilder } from 'kysely';
import { DatabaseFailure } from '../db/database-failure.ts';
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
  takeBackLosses,
} from './claim-job.queries.ts';
import { JOB_LANES, type JobLane, type LaneLimits } from './job-lanes.ts';
import { JobGivenBack, MAX_DELAY_SECONDS, type RunOptions, runJob } from './run-job.ts';

export interface WorkerOptions extends RunOptions {
  /** The number under which this process holds its advisory lock or lease; undefined while it holds none. */
  workerId: () => number | undefined;
  /** Whether jobs wait, as during the maintenance of the instance. */
  isPaused?: () => Promise<boolean>;
  /** The organizations whose jobs wait, but for those that say otherwise. */
  listPaused?: () => Promise<readonly string[]>;
  lanes: Readonly<Record<JobLane, LaneLimits>>;
  /** How often it looks although nothing wakes it and no job becomes due. */
  lookIntervalMs: number;
  /** What each look also looks for, and who is told whether it is there. */
  beside?: { condition: RawBuilder<boolean>; onLooked: (isFound: boolean) => void };
}

/** How often the times of jobs are compared with the clock; also when the clock has jumped that far. */
const CORRECTION_INTERVAL_MS = 60_000;
/**
 * For how long after a look the end of a job only makes its lane claim the next one. Looks cost more than claims, but
 * find what has become due since.
 */
const CLAIM_ONLY_MS = 200;
/** Jobs that become due within this time are claimed by one look. */
const TOGETHER_MS = 50;
/** How many claims in a row may find nothing but jobs that wait for earlier ones with their key. */
const MAX_VAIN_CLAIMS = 16;

interface RunningJob {
  kind: string;
  organizationId: string;
  lane: JobLane;
  abort: AbortController;
  done: Promise<void>;
}

interface Lane extends LaneLimits {
  name: JobLane;
  kinds: string[];
  /** The organization that had its turn last. */
  turn: string;
  /** Whether the last claim found a job, so that there may be more. */
  hasMore: boolean;
}

/**
 * Runs due jobs of the known kinds. A job belongs to a worker for as long as that worker's connection holds its
 * advisory lock, so that the jobs of a killed process are free as soon as its connection is gone. Each lane has its own
 * slots, and within a lane the organizations take turns.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #kinds: readonly string[];
  readonly #lanes: readonly Lane[];
  /** The kinds whose jobs run although those of their organization wait. */
  readonly #exempt: readonly string[];
  readonly #running = new Map<string, RunningJob>();
  /** The numbers that this process has had: the jobs of these numbers did not end a process. */
  readonly #workerIds = new Set<number>();
  readonly #waiting: (() => void)[] = [];
  /** The lanes of which a job has ended since their last claim. */
  readonly #freed = new Set<Lane>();
  #isStopped = false;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #nextAt: Date | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #correctedAt = Number.NEGATIVE_INFINITY;
  #paused: readonly string[] = [];

  constructor(options: WorkerOptions) {
    const { jobs } = options;
    this.#options = options;
    this.#kinds = Object.keys(jobs);
    this.#exempt = this.#kinds.filter((kind) => jobs[kind]?.whileSuspended);
    this.#lanes = JOB_LANES.map((name) => ({
      name,
      ...options.lanes[name],
      kinds: this.#kinds.filter((kind) => jobs[kind]?.lane === name),
      turn: FIRST_TURN,
      hasMore: false,
    }));
    for (const kind of this.#kinds) jobRuns.of(kind, 'failed');
  }

  /** Looks for due jobs now. */
  wake(): void {
    if (this.#kinds.length === 0) return;
    this.#lookAgain = true;
    this.#claim();
  }

  /**
   * Aborts the running jobs, because the worker lost the lock by which it owns them: another worker may start them
   * again.
   */
  disown(): void {
    this.#giveBack();
  }

  /** Aborts the running jobs and waits for them; unfinished jobs go back to the queue. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#nextLook);
    this.#giveBack();
    // A claim that was in progress may still bring a job.
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Resolves when no job is due and none runs. For tests and the command line. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.wake();
    });
  }

  /** After the end of a job. */
  #claimNext(lane: Lane): void {
    if (lane.hasMore && performance.now() - this.#lookedAt <= CLAIM_ONLY_MS) {
      this.#freed.add(lane);
      this.#claim();
    } else this.wake();
  }

  #claim(): void {
    this.#looking ??= this.#claimAll().finally(() => {
      this.#looking = undefined;
      this.#lookLater();
      if (this.#running.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  #lookLater(): void {
    clearTimeout(this.#nextLook);
    if (this.#isStopped) return;
    const { clock, lookIntervalMs } = this.#options;
    this.#nextLook = setTimeout(
      () => this.wake(),
      untilNextLook(this.#nextAt, clock(), lookIntervalMs),
    ).unref();
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#lookAgain || this.#freed.size > 0) {
        const isLook = this.#lookAgain;
        const freed = [...this.#freed];
        this.#freed.clear();
        for (const lane of isLook ? await this.#findDueLanes() : freed) {
          await this.#claimLane(lane);
          // A job of another lane may have waited for the key of the one that ended.
          if (!isLook && !lane.hasMore) this.#lookAgain = true;
        }
      }
    } catch (error) {
      // The pool logs once that the database is not available.
      if (!(error instanceof DatabaseFailure))
        this.#options.log.error({ err: error }, 'could not claim jobs');
    }
  }

  /** Looks for due jobs. Returns the lanes that have any. */
  async #findDueLanes(): Promise<readonly Lane[]> {
    const { clock, workerId: readWorkerId, isPaused, listPaused } = this.#options;
    this.#lookAgain = false;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#nextAt = undefined;
    await this.#recordNumber();
    await this.#followClock();
    const workerId = readWorkerId();
    if (this.#isStopped || workerId === undefined) return [];
    const due = await findDue(this.#options, { workerId, running: [...this.#running.keys()], now: clock() });
    this.#nextAt = due.nextAt;
    if (due.kinds.size > 0 || this.#running.size > 0) {
      if (await isPaused?.()) {
        this.#giveBack();
        return [];
      }
      this.#paused = (await listPaused?.()) ?? [];
      this.#giveBack(
        ({ kind, organizationId }) => this.#paused.includes(organizationId) && !this.#exempt.includes(kind),
      );
    }
    this.#lookedAt = performance.now();
    this.#lookAgain ||= !due.isWhole;
    return this.#lanes.filter((lane) => lane.kinds.some((kind) => due.kinds.has(kind)));
  }

  /** A new number means that the connection was lost, and with it the jobs of the old number. */
  async #recordNumber(): Promise<void> {
    const workerId = this.#options.workerId();
    if (workerId === undefined || this.#workerIds.has(workerId)) return;
    if (this.#workerIds.size > 0)
      await takeBackLosses(this.#options.db, {
        formerIds: [...this.#workerIds],
        running: [...this.#running.keys()],
      });
    this.#workerIds.add(workerId);
  }

  /** After a clock that was ahead has been set right, jobs must not wait until it is as late again. */
  async #followClock(): Promise<void> {
    const now = this.#options.clock();
    if (Math.abs(now.getTime() - this.#correctedAt) < CORRECTION_INTERVAL_MS) return;
    await correctTimes(this.#options.db, { now, longestPauseMs: MAX_DELAY_SECONDS * 1000 });
    this.#correctedAt = now.getTime();
  }

  async #claimLane(lane: Lane): Promise<void> {
    for (let vain = 0; vain < MAX_VAIN_CLAIMS; ) {
      const mine = [...this.#running.values()].filter((job) => job.lane === lane.name);
      const workerId = this.#options.workerId();
      if (this.#isStopped || workerId === undefined || mine.length >= lane.slots) return;
      // A number that came meanwhile is recorded first, by the next look.
      if (!this.#workerIds.has(workerId)) return this.wake();
      const { job, reached } = await claimJob(this.#options.db, {
        workerId,
        formerIds: [...this.#workerIds],
        running: [...this.#running.keys()],
        now: this.#options.clock(),
        kinds: lane.kinds,
        excluded: listAtShare(mine, lane.share),
        paused: { organizationIds: this.#paused, exempt: this.#exempt },
        turn: lane.turn,
      });
      lane.hasMore = job !== undefined || reached !== undefined;
      if (job) this.#start(job, lane);
      else if (reached === undefined) return;
      else vain += 1;
      lane.turn = job?.organization_id ?? (reached as string);
    }
  }

  #start(row: ClaimedJob, lane: Lane): void {
    const abort = new AbortController();
    if (this.#isStopped) abort.abort(new JobGivenBack());
    const startedAt = performance.now();
    const { payload, parent } = takeTrace(row.payload);
    const attributes = {
      'lectern.job.id': row.job_id,
      'lectern.job.lane': lane.name,
      'lectern.job.attempt': row.attempts,
    };
    const done = inRootSpan(
      `job ${row.kind}`,
      { kind: 'consumer', jobKind: row.kind, parent, attributes },
      async (span) => {
        const outcome = await runJob(this.#options, { ...row, payload }, abort);
        span?.set({ 'lectern.job.outcome': outcome });
        if (outcome === 'failed' || outcome === 'retried') span?.fail(outcome);
        return outcome;
      },
    )
      .then((outcome) => {
        jobDurations.observe(performance.now() - startedAt, lane.name, outcome);
        jobRuns.add(1, row.kind, outcome);
      })
      .catch((error: unknown) => {
        // The job still belongs to this worker or to nobody: it is claimed again when the database is available.
        this.#options.log.warn({ err: error, jobId: row.job_id }, 'could not record the end of a job');
      })
      .finally(() => {
        this.#running.delete(row.job_id);
        this.#claimNext(lane);
      });
    const { kind, organization_id: organizationId } = row;
    this.#running.set(row.job_id, { kind, organizationId, lane: lane.name, abort, done });
  }

  #giveBack(matches: (job: RunningJob) => boolean = () => true): void {
    for (const job of this.#running.values()) if (matches(job)) job.abort.abort(new JobGivenBack());
  }
}

/** Starts a worker, which looks for jobs at once. */
export function startWorker(options: WorkerOptions): Worker {
  const worker = new Worker(options);
  worker.wake();
  return worker;
}

async function findDue({ db, jobs, beside }: WorkerOptions, owner: Owner): Promise<Due> {
  const due = await findDueKinds(db, { ...owner, jobs, beside: beside?.condition });
  beside?.onLooked(due.isBesideFound);
  return due;
}

/** In milliseconds; never longer than the interval, because other processes schedule jobs, too. */
const untilNextLook = (nextAt: Date | undefined, now: Date, intervalMs: number): number =>
  nextAt ? Math.min(Math.max(nextAt.getTime() - now.getTime(), 0) + TOGETHER_MS, intervalMs) : intervalMs;

/** The organizations that have as many running jobs as they may. */
function listAtShare(jobs: readonly RunningJob[], share: number): string[] {
  const counts = new Map<string, number>();
  for (const { organizationId } of jobs) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= share).map(([organizationId]) => organizationId);
}
