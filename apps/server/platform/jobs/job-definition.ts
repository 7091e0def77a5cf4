import type { RawBuilder } from 'kysely';
import type { JobKind } from './job-kinds.ts';
import type { JobLane } from './job-lanes.ts';

export interface Job {
  organizationId: string;
  jobId: string;
  payload: unknown;
  /**
   * The number of times this job has been started, this one included. More than one means that an earlier run was cut
   * off.
   */
  attempt: number;
}

/**
 * A job's body. It must be safe to repeat: a process that dies leaves its job to another one. `signal` is
 * aborted when the job's time is up or the process stops.
 */
export type JobBody = (job: Job, signal: AbortSignal) => Promise<void>;

/** The schedule of a recurring job of the whole instance. */
export interface Schedule {
  /** The delay from the start of the service to the first run, unless an earlier run is already waiting. */
  firstDelayMs: number;
  /** The interval between the starts of two runs. */
  intervalMs: number;
  /**
   * Whether a run would find anything to do. If not, it is put off by the interval in the statement that looks for due
   * jobs, so that an idle service runs nothing. Cheap, and true rather than too late.
   */
  hasWork?: ((now: Date) => RawBuilder<boolean>) | undefined;
}

/** Ends a job as failed without another attempt. The job has logged why; the message is for administrators. */
export class JobFailed extends Error {}

export interface JobDefinition {
  kind: JobKind;
  lane: JobLane;
  run: JobBody;
  /** How long a run may take, if not as long as other jobs. */
  limitSeconds?: number | undefined;
  /**
   * Tells the user that the job is not tried again, because the process that ran it died twice. A job without it is
   * tried again: the removal of deleted content must come to its end.
   */
  giveUp?: ((job: Job) => Promise<void>) | undefined;
  /** Whether it runs for a suspended organization, too. */
  whileSuspended?: true;
  /** Set by `defineRecurringJob`. */
  schedule?: Schedule | undefined;
  /** Runs at every start of the service, before the first job does. */
  prepare?: (() => Promise<void>) | undefined;
}

/** The definition of each kind. */
export type Jobs = { [Kind in JobKind]: JobDefinition & { kind: Kind } };
