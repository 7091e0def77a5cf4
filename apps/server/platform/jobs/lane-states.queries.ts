import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { JobLane } from './job-lanes.ts';

/** The jobs of one lane, in all processes. */
export interface LaneState {
  waiting: number;
  running: number;
  /** Of those that wait, those whose last attempt failed. */
  failing: number;
  /** Given up in the last day. */
  failed: number;
  /** The time for which the job has waited that is due the longest; 0: none is due. */
  oldestDueSeconds: number;
}

export type LaneStates = Record<JobLane, LaneState>;

interface KindState extends LaneState {
  kind: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** One statement for all lanes. A kind of a newer version has no lane here, and is left out. */
export async function readLaneStates(
  db: Kysely<DB>,
  {
    now,
    laneOf,
    lanes,
  }: { now: Date; laneOf: (kind: string) => JobLane | undefined; lanes: readonly JobLane[] },
): Promise<LaneStates> {
  const { rows } = await sql<KindState>`
    select kind, count(*) filter (where worker_id is null)::int as waiting,
      count(*) filter (where worker_id is not null)::int as running,
      count(*) filter (where worker_id is null and last_error is not null)::int as failing, 0 as failed,
      coalesce(extract(epoch from ${now} - min(run_at) filter (where worker_id is null and run_at <= ${now})), 0)::float
        as "oldestDueSeconds"
    from job group by kind
    union all
    select kind, 0, 0, 0, count(*)::int, 0 from failed_job
    where failed_at > ${new Date(now.getTime() - DAY_MS)} group by kind`.execute(db);
  const states = Object.fromEntries(
    lanes.map((lane) => [lane, { waiting: 0, running: 0, failing: 0, failed: 0, oldestDueSeconds: 0 }]),
  ) as LaneStates;
  for (const row of rows) {
    const lane = laneOf(row.kind);
    if (!lane) continue;
    const state = states[lane];
    state.waiting += row.waiting;
    state.running += row.running;
    state.failing += row.failing;
    state.failed += row.failed;
    state.oldestDueSeconds = Math.max(state.oldestDueSeconds, row.oldestDueSeconds);
  }
  return states;
}
