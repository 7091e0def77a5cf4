import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';

/** Advisory locks of workers live in this class, by worker number. */
export const WORKER_LOCK_CLASS = 0x6c656374;

/** Workers that claim at the same moment find a job each, up to this number; the others look again. */
const CANDIDATES = 8;

export interface ClaimedJob {
  organization_id: string;
  job_id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  /** How many processes have left it behind; those that are known to live are not among them. */
  crashes: number;
  /** Whether the last one of them has just been counted. */
  was_left: boolean;
  worker_id: number;
}

interface Claimant {
  workerId: number;
  /** The numbers that the process has had, the current one included. */
  formerIds: readonly number[];
  /** The jobs that the process runs. */
  running: readonly string[];
  now: Date;
  /** The kinds of the lane. */
  kinds: readonly string[];
  /** Organizations that have as many running jobs as they may. */
  excluded: readonly string[];
  /** Organizations whose jobs this process started, the last one first. */
  served: readonly string[];
}

/**
 * Claims the next job of a lane: of the organization with the fewest running jobs in it, of these the one whose turn is
 * longest ago, of its jobs the oldest.
 */
export async function claimJob(db: Kysely<DB>, claimant: Claimant): Promise<ClaimedJob | undefined> {
  const { workerId, formerIds, running, now, kinds, excluded, served } = claimant;
  // A key's jobs run one after the other: only its oldest unfinished job may be claimed.
  const isKeyFree = sql`(job.concurrency_key is null or not exists (
    select 1 from job earlier where earlier.concurrency_key = job.concurrency_key and earlier.job_id < job.job_id))`;
  // `places` steps through the index from organization to organization, so that a claim does not read the queue.
  // Abandoned is what no living worker holds, and what this one holds without running it (it could not write down how
  // it ended). Workers that claim side by side skip each other's choice, so each looks at several candidates.
  const { rows } = await sql<ClaimedJob>`
    with recursive alive as materialized (
      select objid::bigint as worker_id from pg_locks
      where locktype = 'advisory' and classid = ${WORKER_LOCK_CLASS}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    ), claimed as materialized (
      select organization_id, job_id, run_at, worker_id,
        (worker_id = ${workerId} or worker_id not in (select worker_id from alive))
          and job_id <> all(${running}::uuid[]) as is_abandoned
      from job
      where worker_id is not null and kind = any(${kinds}::text[])
    ), busy as (
      select organization_id, count(*) as jobs from claimed where not is_abandoned group by organization_id
    ), places as (
      (select kind, organization_id from job where worker_id is null order by kind, organization_id limit 1)
      union all
      select next.* from places cross join lateral (
        select kind, organization_id from job
        where worker_id is null and (kind, organization_id) > (places.kind, places.organization_id)
        order by kind, organization_id limit 1) next
    ), candidate as (
      select waiting.* from places cross join lateral (
        select organization_id, job_id, run_at, worker_id from job
        where kind = places.kind and organization_id = places.organization_id and worker_id is null
          and run_at <= ${now} and ${isKeyFree}
        order by run_at, job_id limit ${sql.raw(String(CANDIDATES))}) waiting
      where places.kind = any(${kinds}::text[])
      union all
      select organization_id, job_id, run_at, worker_id from claimed where is_abandoned and run_at <= ${now}
    ), best as (
      select candidate.*, row_number() over (
        order by coalesce(busy.jobs, 0),
          array_position(${served}::uuid[], candidate.organization_id) desc nulls first, run_at, job_id) as place
      from candidate left join busy on busy.organization_id = candidate.organization_id
      where candidate.organization_id <> all(${excluded}::uuid[])
      order by place limit ${sql.raw(String(CANDIDATES))}
    ), chosen as (
      select job.organization_id, job.job_id, job.worker_id as left_by,
        job.worker_id is not null and job.worker_id <> all(${formerIds}::int[]) as was_left from best
      join job on job.organization_id = best.organization_id and job.job_id = best.job_id
        and job.worker_id is not distinct from best.worker_id and job.run_at <= ${now} and ${isKeyFree}
      order by best.place limit 1 for update of job skip locked
    )
    update job set worker_id = ${workerId}, attempts = attempts + 1,
      left_by = case when was_left then job.left_by || chosen.left_by else job.left_by end
    from chosen where job.organization_id = chosen.organization_id and job.job_id = chosen.job_id
    returning job.organization_id, job.job_id, job.kind, job.payload, job.attempts,
      cardinality(job.left_by) as crashes, was_left, job.worker_id`.execute(db);
  return rows[0];
}

/**
 * Records that a process that lost its connection, and now has a new number, is alive: its old numbers no longer count
 * as crashes, and it gives back the jobs that it does not run anymore, so that these do not count as crashes later.
 */
export async function takeBackLosses(
  db: Kysely<DB>,
  { formerIds, running }: { formerIds: readonly number[]; running: readonly string[] },
): Promise<void> {
  await sql`
    update job set
      worker_id = case
        when worker_id = any(${formerIds}::int[]) and job_id <> all(${running}::uuid[]) then null else worker_id end,
      left_by = array(select unnest(left_by) except select unnest(${formerIds}::int[]))
    where worker_id = any(${formerIds}::int[]) or left_by && ${formerIds}::int[]`.execute(db);
}

/**
 * Removes the crash of one job at its end: another process may have taken the job over, and counted a crash, while it
 * ran here.
 */
export async function takeBackLoss(
  db: Kysely<DB>,
  { organization_id, job_id, worker_id }: ClaimedJob,
): Promise<void> {
  await sql`
    update job set left_by = array_remove(left_by, ${worker_id}::int)
    where organization_id = ${organization_id} and job_id = ${job_id} and ${worker_id}::int = any(left_by)`.execute(
    db,
  );
}

/** Processes whose clocks differ by less than this correct nothing of each other. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Moves jobs whose times come from a clock that was ahead to where the clock of now would have put them. A job from the
 * future keeps its distance from its creation; a job that waits to be repeated waits for the longest pause at most.
 * Without this, a clock that was two days ahead for an hour would stop every hourly job for two days.
 */
export async function correctTimes(
  db: Kysely<DB>,
  { now, longestPauseMs }: { now: Date; longestPauseMs: number },
): Promise<void> {
  const tolerated = new Date(now.getTime() + CLOCK_TOLERANCE_MS);
  const latestRetry = new Date(now.getTime() + longestPauseMs);
  await sql`
    update job set
      run_at = case
        when created_at > ${tolerated} then run_at - (created_at - ${now}::timestamptz)
        else least(run_at, ${latestRetry}) end,
      created_at = least(created_at, ${now})
    where run_at > ${tolerated} and (created_at > ${tolerated}
      or (last_error is not null and run_at > ${new Date(latestRetry.getTime() + CLOCK_TOLERANCE_MS)}))`.execute(
    db,
  );
}
