/** Jobs that people watch: their progress is stored while they run, and they can be cancelled. */
import type { Context } from '../context.ts';
import { isDatabaseAway } from '../db/database-failure.ts';
import { measureImport } from '../metrics/meters.ts';
import type { Job, JobBody, JobDefinition } from './job-definition.ts';
import type { JobKind } from './job-kinds.ts';
import type { JobLane } from './job-lanes.ts';
import { JobTimeout } from './run-job.ts';

/** A job that was interrupted this often is given up: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
const PROGRESS_INTERVAL_MS = 1000;

/** Why a watched job did not succeed. */
export type JobFailure =
  | { kind: 'interrupted'; times: number }
  | { kind: 'timed-out'; seconds: number }
  | { kind: 'error'; error: unknown };

export interface JobWatch<Progress> {
  /** Aborted when the job is to stop, or when it is cancelled. */
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** What distinguishes a watched job from the others. Its row has its progress and its end. */
export interface WatchedJob<Kind extends JobKind, Key, Row, Progress extends { stage?: string | undefined }> {
  kind: Kind;
  lane: JobLane;
  keyOf(job: Job): Key;
  /** Undefined if the job has ended. */
  findUnfinished(key: Key): Promise<Row | undefined>;
  /** Stores the progress. Returns whether the job still has to run: it may have been cancelled. */
  update(key: Key, step: { progress: Progress | undefined; at: Date }): Promise<boolean>;
  /** Does the work, and stores its end if it succeeds. */
  work(key: Key, row: Row, watch: JobWatch<Progress>): Promise<void>;
  /** Stores why the job failed. */
  fail(key: Key, failure: JobFailure): Promise<void>;
  /** The reason with which the signal is aborted when the job was cancelled. */
  createCancellation(): Error;
}

type Watching = Pick<Context, 'clock' | 'config' | 'log'>;

/** Defines a job that runs until it ends, is cancelled, fails, or has been interrupted too often. */
export function createWatchedJob<
  Kind extends JobKind,
  Key,
  Row,
  Progress extends { stage?: string | undefined },
>(context: Watching, job: WatchedJob<Kind, Key, Row, Progress>): JobDefinition & { kind: Kind } {
  const run: JobBody = async (started, signal) => {
    const key = job.keyOf(started);
    const row = await job.findUnfinished(key);
    if (row === undefined) return;
    if (started.attempt > MAX_ATTEMPTS) return job.fail(key, { kind: 'interrupted', times: MAX_ATTEMPTS });
    const watch = watchJob(context, job, key, signal);
    try {
      await measureImport(job.kind, () => job.work(key, row, watch));
    } catch (error) {
      if (watch.isCancelled()) return;
      if (signal.aborted && !(signal.reason instanceof JobTimeout)) throw error;
      if (signal.aborted) {
        const seconds = context.config.limits.jobSeconds;
        return job.fail(key, { kind: 'timed-out', seconds });
      }
      // The job starts over when the database is back.
      if (isDatabaseAway(error)) throw error;
      await job.fail(key, { kind: 'error', error });
    } finally {
      watch.stop();
    }
  };
  // It is given up after the second crash of the process.
  const giveUp = (left: Job): Promise<void> => job.fail(job.keyOf(left), { kind: 'interrupted', times: 2 });
  return { kind: job.kind, lane: job.lane, run, giveUp };
}

/** Writes the progress down every second, and learns by that whether the job was cancelled. */
function watchJob<Kind extends JobKind, Key, Row, Progress extends { stage?: string | undefined }>(
  { clock, log }: Watching,
  { update, createCancellation }: WatchedJob<Kind, Key, Row, Progress>,
  key: Key,
  signal: AbortSignal,
): JobWatch<Progress> & { stop(): void; isCancelled(): boolean } {
  const cancelled = new AbortController();
  let progress: Progress | undefined;
  let isWriting = false;
  const write = (): void => {
    if (isWriting) return;
    isWriting = true;
    update(key, { progress, at: clock() })
      .then((isActive) => {
        if (!isActive) cancelled.abort(createCancellation());
      })
      .catch((error: unknown) => log.debug({ err: error }, 'could not save the progress'))
      .finally(() => {
        isWriting = false;
      });
  };
  write();
  const timer = setInterval(write, PROGRESS_INTERVAL_MS);
  return {
    signal: AbortSignal.any([signal, cancelled.signal]),
    onProgress: (next) => {
      const isNewStage = next.stage !== progress?.stage;
      progress = next;
      if (isNewStage) write();
    },
    stop: () => clearInterval(timer),
    isCancelled: () => cancelled.signal.aborted,
  };
}
