import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { createTurns, type Turns } from '../access/turns.ts';
import { measure, threadsBusy, threadsWaiting, threadTasks } from '../metrics/meters.ts';
import { inSpan } from '../tracing/tracing.ts';
import { findMeter, waitOutside } from '../work-meter.ts';
import { restTask } from './start-threads.ts';
import { ThreadLimitError } from './thread-limit-error.ts';
import type { ThreadTask } from './thread-task.ts';

/**
 * The purpose of a task, by who waits for it: `request`, the caller of a request; `large`, the caller of a request that
 * takes a second or more, such as the first view of a large spec; `job`, a person who started a long task; `idle`,
 * nobody. Each lane has its own threads, so that small requests never wait for large ones, nor requests for an import,
 * nor an import for work that is done ahead of time.
 */
export type ThreadLane = 'request' | 'large' | 'job' | 'idle';

export interface RunOptions {
  lane: ThreadLane;
  /** The time limit in milliseconds, from the start of the task's run or of its wait for a thread. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Who takes turns with others, such as an organization; by default the caller whose work is measured. */
  owner?: string | undefined;
  /** Objects of the input that move to the thread and are not copied, such as ports. */
  transfer?: Transferable[];
}

/** Threads for work that grows with what users send: the main thread never waits for it. */
export interface Threads {
  /**
   * Runs a task in a thread. Throws a `ThreadLimitError` if it exceeds its time or the memory of a thread, the reason
   * of `signal` if that is aborted, and otherwise the error of the task.
   */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input, options: RunOptions): Promise<Output>;
  /**
   * Starts the threads of a lane before there are tasks for them. Never rejects: if the threads cannot be started,
   * their tasks fail with the reason.
   */
  start(lane: ThreadLane): Promise<void>;
  close(): Promise<void>;
}

const LANES: readonly ThreadLane[] = ['request', 'large', 'job', 'idle'];
/** The heap of one thread in megabytes. */
const MAX_HEAP_MB = 768;
const MAX_THREADS = 4;
/** The maximum number of tasks of one caller that wait for a thread. */
const MAX_WAITING = 1000;
/**
 * The time after which a thread without work ends, which frees its memory. Threads for requests stay longer, because a
 * new one must first load code for longer than most requests take.
 */
const IDLE_MS: Record<ThreadLane, number> = {
  request: 300_000,
  large: 60_000,
  job: 20_000,
  idle: 5_000,
};
const MAX_START_MS = 30_000;
const JOB_NICENESS = 10;
/** The niceness of large requests: small ones go first. */
const LARGE_NICENESS = 5;
/** The additional niceness of work that nobody waits for. */
const IDLE_NICENESS = 9;

export interface ThreadsOptions {
  /** The built file that each thread loads. */
  file?: string;
  /**
   * The number of threads for requests and for jobs; by default one for each core, of which requests leave one to the
   * main thread.
   */
  count?: number;
  /** The processes of this machine that share its cores. */
  processes?: number;
  maxHeapMb?: number;
  /** The niceness of threads that run jobs: the higher, the lower their priority. */
  jobNiceness?: number;
}

export function createThreads({
  file = threadFile(),
  count,
  processes = 1,
  maxHeapMb = MAX_HEAP_MB,
  jobNiceness = JOB_NICENESS,
}: ThreadsOptions = {}): Threads {
  // Jobs run at a lower priority, so they do not slow down the main thread.
  const counts: Record<ThreadLane, number> = {
    request: count ?? limitCount(Math.floor((availableParallelism() - 1) / processes)),
    large: 1,
    job: count ?? limitCount(availableParallelism()),
    idle: 1,
  };
  const niceness: Record<ThreadLane, number> = {
    request: 0,
    large: Math.min(LARGE_NICENESS, jobNiceness),
    job: jobNiceness,
    idle: jobNiceness > 0 ? jobNiceness + IDLE_NICENESS : 0,
  };
  const poolOf = (lane: ThreadLane): Piscina =>
    new Piscina({
      filename: file,
      name: 'runTask',
      minThreads: 0,
      maxThreads: counts[lane],
      idleTimeout: IDLE_MS[lane],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      recordTiming: false,
      niceIncrement: niceness[lane],
    });
  const pools: Partial<Record<ThreadLane, Piscina>> = {};
  const getPool = (lane: ThreadLane): Piscina => {
    pools[lane] ??= poolOf(lane);
    return pools[lane];
  };

  /** The tasks of each lane: all, and those whose turn has come. */
  const tasks = Object.fromEntries(LANES.map((lane) => [lane, { all: 0, inTurn: 0 }])) as Record<
    ThreadLane,
    { all: number; inTurn: number }
  >;
  for (const lane of LANES) {
    const queued = () => pools[lane]?.queueSize ?? 0;
    threadsBusy.readWith(() => Math.max(0, tasks[lane].inTurn - queued()), lane);
    threadsWaiting.readWith(() => tasks[lane].all - tasks[lane].inTurn + queued(), lane);
  }

  /** Callers take turns, so that nobody waits for all the tasks that one of them has started. */
  const turnsOf = (lane: ThreadLane): Turns =>
    createTurns({
      ofOne: counts[lane],
      ofAll: counts[lane],
      waiting: MAX_WAITING,
      refuse: () => new ThreadLimitError('time'),
    });
  const turns: Partial<Record<ThreadLane, Turns>> = { request: turnsOf('request'), large: turnsOf('large') };

  async function inTurn<T>(
    own: Turns,
    { owner, deadlineMs }: Pick<RunOptions, 'owner' | 'deadlineMs'>,
    run: () => Promise<T>,
  ): Promise<T> {
    const meter = findMeter();
    const end = await own.take(owner ?? meter?.owner ?? '', deadlineMs);
    try {
      return await (meter ? meter.measureTask(run) : run());
    } finally {
      end();
    }
  }

  async function runTask<Input, Output>(
    { kind }: ThreadTask<Input, Output>,
    input: Input,
    { lane, deadlineMs, signal, owner, transfer }: RunOptions,
  ): Promise<Output> {
    const deadline = AbortSignal.timeout(deadlineMs);
    const run = async (): Promise<Output> => {
      tasks[lane].inTurn += 1;
      try {
        return await start();
      } finally {
        tasks[lane].inTurn -= 1;
      }
    };
    const start = (): Promise<Output> =>
      getPool(lane).run(
        { kind, input },
        {
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
          ...(transfer ? { transferList: transfer as never } : {}),
        },
      );
    try {
      const own = turns[lane];
      return await (own ? inTurn(own, { owner, deadlineMs }, run) : run());
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (deadline.aborted) throw new ThreadLimitError('time');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ThreadLimitError('memory');
      throw error;
    }
  }

  async function runMeasured<Input, Output>(
    task: ThreadTask<Input, Output>,
    input: Input,
    options: RunOptions,
  ): Promise<Output> {
    const { lane } = options;
    tasks[lane].all += 1;
    try {
      return await measure(
        (milliseconds, outcome) => threadTasks.observe(milliseconds, lane, outcome),
        () =>
          inSpan(`thread ${task.kind}`, { kind: 'internal', attributes: { 'lectern.lane': lane } }, () =>
            runTask(task, input, options),
          ),
        describeEnd,
      );
    } finally {
      tasks[lane].all -= 1;
    }
  }

  /** The pool starts another thread for each task that would have to wait. */
  async function start(lane: ThreadLane): Promise<void> {
    const options = { lane, deadlineMs: MAX_START_MS };
    await Promise.allSettled(
      Array.from({ length: counts[lane] }, () => runMeasured(restTask, undefined, options)),
    );
  }

  return {
    run: (task, input, options) => waitOutside(() => runMeasured(task, input, options)),
    start: (lane) => waitOutside(() => start(lane)),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
    },
  };
}

const describeEnd = (end: { result: unknown } | { error: unknown }): string =>
  'result' in end ? 'ok' : end.error instanceof ThreadLimitError ? `over-${end.error.limit}` : 'failed';

const limitCount = (count: number): number => Math.min(MAX_THREADS, Math.max(1, count));

/** Beside the built service; code that runs from the sources, such as a benchmark, uses the last build. */
function threadFile(): string {
  const isBuilt = import.meta.url.endsWith('.js');
  return fileURLToPath(new URL(isBuilt ? './thread.js' : '../../../../dist/thread.js', import.meta.url));
}
