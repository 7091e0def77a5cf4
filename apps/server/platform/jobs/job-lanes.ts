/**
 * `short`: a user waits for it, and it takes seconds. `long`: a user waits, and it may take minutes. `upkeep`: no user
 * waits. `imports`: a user waits for data that others send at their own pace. Each lane has its own slots in a process,
 * so that no lane waits for another.
 */
export const JOB_LANES = ['short', 'long', 'imports', 'upkeep'] as const;

export type JobLane = (typeof JOB_LANES)[number];

export interface LaneLimits {
  /** The number of jobs of the lane that a process runs at once. */
  slots: number;
  /** How many of them may belong to one organization, so that another one need not wait for its jobs to end. */
  share: number;
}

/** The limits of the service, for each process. */
export const LANE_LIMITS: Readonly<Record<JobLane, LaneLimits>> = {
  short: { slots: 3, share: 2 },
  long: { slots: 3, share: 2 },
  imports: { slots: 2, share: 1 },
  upkeep: { slots: 2, share: 1 },
};
