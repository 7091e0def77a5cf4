import type { JobKind } from './job-kinds.ts';

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

/**
 * `short`: somebody waits for it, and it takes seconds. `long`: somebody waits, and it may take minutes. `upkeep`:
 * nobody waits; it begins when nothing else is due.
 */
export type JobLane = 'short' | 'long' | 'upkeep';

/** When a job of the whole instance runs by itself. */
export interface Schedule {
  /** From the start of the service to the first run, unless an earlier one waits already. */
  firstDelayMs: number;
  /** From the beginning of one run to the next. */
  intervalMs: number;
}

export interface JobDefinition {
  kind: JobKind;
  lane: JobLane;
  run: JobBody;
  /** Set by `defineRecurringJob`. */
  schedule?: Schedule | undefined;
  /** What has to be done at every start of the service, before the first job runs. */
  prepare?: (() => Promise<void>) | undefined;
}

/** The definition of each kind. */
export type Jobs = { [Kind in JobKind]: JobDefinition & { kind: Kind } };
