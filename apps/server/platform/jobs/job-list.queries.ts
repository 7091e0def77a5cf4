import { newId } from '@lectern/std/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UnitOfWork } from '../access/transaction.ts';
import type { DB } from '../db/schema.ts';
import { JOBS_CHANNEL } from './queue.ts';

/**
 * `failed`: given up. `failing`: the last attempt failed, and another one follows. `waiting`: until its time, or for a
 * worker.
 */
export const JOB_STATES = ['failed', 'failing', 'running', 'waiting'] as const;
type JobState = (typeof JOB_STATES)[number];

/** A job as administrators of the instance see it: without its payload, which may contain what only its owner knows. */
export interface ListedJob {
  jobId: string;
  /** The nil UUID: the job belongs to the instance. */
  organizationId: string;
  kind: string;
  state: JobState;
  attempts: number;
  error: string | null;
  createdAt: Date;
  /** When it runs next, or, if it failed, when it did. */
  at: Date;
  /** Whether it enqueues its next run itself, so that it cannot be discarded. */
  isRecurring: boolean;
}

export interface JobFilter {
  state: JobState;
  kind: string | undefined;
  organizationId: string | undefined;
}

/** The job that a page begins after. */
export interface JobPosition {
  at: string;
  jobId: string;
}

/** A job of the instance whose key is its kind schedules its own successor: see `recurring.ts`. */
const IS_RECURRING = sql`(organization_id = '00000000-0000-0000-0000-000000000000' and concurrency_key = kind)`;

const CONDITIONS: Record<Exclude<JobState, 'failed'>, RawBuilder<unknown>> = {
  failing: sql`worker_id is null and last_error is not null`,
  running: sql`worker_id is not null`,
  waiting: sql`worker_id is null and last_error is null`,
};

const matches = ({ kind, organizationId }: JobFilter) => sql`
  (${kind ?? null}::text is null or kind = ${kind ?? null})
  and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid)`;

/** Failed jobs with the latest first, the others in the order in which they run. */
export async function listJobs(
  db: Kysely<DB>,
  filter: JobFilter,
  { after, limit }: { after: JobPosition | undefined; limit: number },
): Promise<ListedJob[]> {
  const position = sql`(${after?.at ?? null}::timestamptz, ${after?.jobId ?? null}::uuid)`;
  const selected =
    filter.state === 'failed'
      ? sql`
        select job_id as "jobId", organization_id as "organizationId", kind, attempts, error,
          created_at as "createdAt", failed_at as at, false as "isRecurring"
        from failed_job
        where ${matches(filter)} and (${after === undefined}::boolean or (failed_at, job_id) < ${position})
        order by failed_at desc, job_id desc limit ${limit}`
      : sql`
        select job_id as "jobId", organization_id as "organizationId", kind, attempts, last_error as error,
          created_at as "createdAt", run_at as at, coalesce(${IS_RECURRING}, false) as "isRecurring"
        from job
        where ${CONDITIONS[filter.state]} and ${matches(filter)}
          and (${after === undefined}::boolean or (run_at, job_id) > ${position})
        order by run_at, job_id limit ${limit}`;
  const { rows } = await sql<Omit<ListedJob, 'state'>>`${selected}`.execute(db);
  return rows.map((row) => ({ ...row, state: filter.state }));
}

export async function countListedJobs(db: Kysely<DB>, filter: JobFilter): Promise<number> {
  const from =
    filter.state === 'failed'
      ? sql`failed_job where ${matches(filter)}`
      : sql`job where ${CONDITIONS[filter.state]} and ${matches(filter)}`;
  const { rows } = await sql<{ count: string }>`select count(*) from ${from}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export interface KindOfJobs {
  kind: string;
  waiting: number;
  running: number;
  failing: number;
  failed: number;
}

/** How many jobs of each kind there are in each state. */
export async function countByKind(db: Kysely<DB>): Promise<KindOfJobs[]> {
  const { rows } = await sql<KindOfJobs>`
    select kind, sum(waiting)::int as waiting, sum(running)::int as running, sum(failing)::int as failing,
      sum(failed)::int as failed
    from (
      select kind, count(*) filter (where ${CONDITIONS.waiting}) as waiting,
        count(*) filter (where ${CONDITIONS.running}) as running,
        count(*) filter (where ${CONDITIONS.failing}) as failing, 0 as failed
      from job group by kind
      union all
      select kind, 0, 0, 0, count(*) from failed_job group by kind) counted
    group by kind order by kind collate "C"`.execute(db);
  return rows;
}

/** The state of the queue at one moment. */
export interface QueueState {
  waiting: number;
  running: number;
  failing: number;
  /** Given up in the last day. */
  failedLately: number;
  /** The time for which the job has waited that is due the longest; null: none is due. */
  oldestDueAt: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export async function readQueueState(db: Kysely<DB>, now: Date): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*) filter (where ${CONDITIONS.waiting})::int as waiting,
      count(*) filter (where ${CONDITIONS.running})::int as running,
      count(*) filter (where ${CONDITIONS.failing})::int as failing,
      min(run_at) filter (where worker_id is null and run_at <= ${now}) as "oldestDueAt",
      (select count(*)::int from failed_job where failed_at > ${new Date(now.getTime() - DAY_MS)}) as "failedLately"
    from job`.execute(db);
  return rows[0] as QueueState;
}

/** Runs a waiting job now, or a failed one once more. Returns false if there is none, or if it is running. */
export async function retryJob({ trx, notify }: UnitOfWork, jobId: string, now: Date): Promise<boolean> {
  const { rows: waiting } = await sql<{ kind: string }>`
    update job set run_at = ${now} where job_id = ${jobId} and worker_id is null returning kind`.execute(trx);
  const { rows: failed } = await sql<{ kind: string }>`
    with taken as (delete from failed_job where job_id = ${jobId} returning *)
    insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, created_at)
    select organization_id, ${newId()}::uuid, kind, payload, concurrency_key, ${now}, ${now} from taken
    returning kind`.execute(trx);
  const [found] = [...waiting, ...failed];
  if (found) notify(JOBS_CHANNEL, found.kind);
  return found !== undefined;
}

/**
 * Removes a failed job, or one that has not started. Returns false if there is none; a recurring job, which would not
 * come again, is kept.
 */
export async function discardJob({ trx }: UnitOfWork, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    with discarded as (
      delete from job where job_id = ${jobId} and worker_id is null and not coalesce(${IS_RECURRING}, false)
      returning job_id),
    forgotten as (delete from failed_job where job_id = ${jobId} returning job_id)
    select job_id from discarded union all select job_id from forgotten`.execute(trx);
  return rows.length > 0;
}
