import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isDistributed } from '../db/distributed-adapter.ts';
import type { DB } from '../db/schema.ts';
import { queueStatement } from '../db/statement-queue.ts';
import type { Schedule } from './job-definition.ts';
import { NO_ORGANIZATION } from './queue.ts';

/** Advisory locks of workers live in this class, by worker number. */
export const WORKER_LOCK_CLASS = 0x6c656374;

/** Workers that claim at the same moment find a job each, up to this number; the others look again. */
const CANDIDATES = 8;

/** How many organizations a claim looks at. */
const PLACES = 8;

/** After all ids: where the turns begin. */
export const FIRST_TURN = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

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

export interface Owner {
  workerId: number;
  /** The jobs that the process runs. */
  running: readonly string[];
  now: Date;
}

interface Claimant extends Owner {
  /** The numbers that the process has had, the current one included. */
  formerIds: readonly number[];
  /** The kinds of the lane. */
  kinds: readonly string[];
  /** Organizations that have as many running jobs as they may. */
  excluded: readonly string[];
  /** Organizations whose jobs wait, but for those of these kinds. */
  paused: { organizationIds: readonly string[]; exempt: readonly string[] };
  /** The organization that had its turn last. The turns go from the largest id to the smallest, and begin again. */
  turn: string;
}

interface Claim {
  job: ClaimedJob | undefined;
  /**
   * The last organization that the claim looked at, if it found no job and did not look at all of them: the jobs of all
   * that it looked at wait for earlier ones with their key.
   */
  reached: string | undefined;
}

/** The workers that hold their lock or lease. */
const ALIVE = sql`
  select objid::bigint as worker_id from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(WORKER_LOCK_CLASS)}::oid and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
  union all
  select worker_id from worker_lease where expires_at > clock_timestamp()`;

/** What no living worker holds, and what this one holds without running it: it could not record how it ended. */
const isAbandoned = ({ workerId, running }: Owner) => sql<boolean>`
  (worker_id = ${workerId} or worker_id not in (select worker_id from alive)) and job_id <> all(${running}::uuid[])`;

/** How many scheduled jobs become due in one statement. */
const DUE_AT_ONCE = 500;

export interface Due {
  /** The kinds that have jobs to claim: none are forgotten, but a job of one of them may have to wait. */
  kinds: ReadonlySet<string>;
  /** Whether all jobs whose time has come are marked. */
  isWhole: boolean;
  /** When the next scheduled job becomes due. */
  nextAt: Date | undefined;
  /** Whether what was looked for besides is there. */
  isBesideFound: boolean;
}

/** A recurring job that is run only if there is something to do. */
interface ConditionalJob {
  kind: string;
  intervalMs: number;
  hasWork: (now: Date) => RawBuilder<boolean>;
}

type DefinedJobs = Readonly<Record<string, { schedule?: Schedule | undefined }>>;

/** The jobs with a condition, from the definitions by kind. */
const listConditional = (jobs: DefinedJobs): ConditionalJob[] =>
  Object.entries(jobs).flatMap(([kind, { schedule }]) =>
    schedule?.hasWork ? [{ kind, intervalMs: schedule.intervalMs, hasWork: schedule.hasWork }] : [],
  );

/** The CTEs that put off the recurring jobs that are due but have nothing to do. */
function putOffIdle(jobs: readonly ConditionalJob[], now: Date): RawBuilder<unknown> {
  if (jobs.length === 0) return sql`idle as (select organization_id, job_id from job where false)`;
  const byKind = (read: (job: ConditionalJob) => RawBuilder<unknown>) =>
    sql`case kind ${sql.join(
      jobs.map((job) => sql`when ${sql.lit(job.kind)} then ${read(job)}`),
      sql` `,
    )} end`;
  return sql`idle as (
      select organization_id, job_id,
        (${byKind(({ intervalMs }) => sql.lit(intervalMs))}) * interval '1 millisecond' as pause
      from job
      where ${isWaiting(jobs, now)}
        and not (${byKind(({ hasWork }) => hasWork(now))})
      for update skip locked
    ), put_off as (
      -- As new as the successor of a run, by which a wrong clock is recognized.
      update job set run_at = ${now}::timestamptz + idle.pause, created_at = ${now} from idle
      where job.organization_id = idle.organization_id and job.job_id = idle.job_id
    )`;
}

/** The jobs that wait until there is something to do, when they are due. */
const isWaiting = (jobs: readonly ConditionalJob[], now: Date) => sql`
  organization_id = ${NO_ORGANIZATION} and worker_id is null and not is_due and run_at <= ${now}
    and kind = any(${jobs.map(({ kind }) => kind)}::text[]) and attempts = 0`;

/**
 * The jobs with the values of their conditions. A distributed database refuses a statement that writes jobs and reads
 * what organizations have.
 */
async function evaluateConditions(
  db: Kysely<DB>,
  jobs: readonly ConditionalJob[],
  now: Date,
): Promise<ConditionalJob[]> {
  const { rows } = await sql<{
    kind: string;
  }>`select distinct kind from job where ${isWaiting(jobs, now)}`.execute(db);
  const due = new Set(rows.map(({ kind }) => kind));
  return Promise.all(
    jobs.map(async (job) => {
      if (!due.has(job.kind)) return { ...job, hasWork: () => sql.lit(true) };
      const { rows: found } = await sql<{
        hasWork: boolean;
      }>`select ${job.hasWork(now)} as "hasWork"`.execute(db);
      return { ...job, hasWork: () => sql.lit(found[0]?.hasWork ?? true) };
    }),
  );
}

interface DueRow {
  kind: string | null;
  marked: number;
  next_at: Date | null;
  is_found: boolean | null;
}

/**
 * Marks the scheduled jobs whose time has come as due. Recurring jobs that have nothing to do are put off instead.
 * `beside` is a condition that the same statement looks at, because each statement counts in an idle service.
 */
export async function findDueKinds(
  db: Kysely<DB>,
  {
    jobs,
    beside = sql.lit(false),
    ...owner
  }: Owner & { jobs: DefinedJobs; beside?: RawBuilder<boolean> | undefined },
): Promise<Due> {
  const listed = listConditional(jobs);
  const conditional = isDistributed(db) ? await evaluateConditions(db, listed, owner.now) : listed;
  const { rows } = await sql<DueRow>`
    with alive as materialized (${ALIVE}), ${putOffIdle(conditional, owner.now)}, scheduled as (
      select organization_id, job_id from job
      where worker_id is null and not is_due and run_at <= ${owner.now}
        and not (organization_id = ${NO_ORGANIZATION} and job_id in (select job_id from idle))
      order by run_at limit ${sql.lit(DUE_AT_ONCE)} for update skip locked
    ), marked as (
      update job set is_due = true from scheduled
      where job.organization_id = scheduled.organization_id and job.job_id = scheduled.job_id
      returning kind
    )
    select kind, count(*)::int as marked, null::timestamptz as next_at, null::boolean as is_found from marked
    group by kind
    union all
    select null, 0, min(run_at), (${beside}) from job where worker_id is null and not is_due and run_at > ${owner.now}
    union all
    select kind, 0, null, null from unnest(${Object.keys(jobs)}::text[]) kind
    where exists (select 1 from job where job.kind = kind.kind and worker_id is null and is_due)
    union all
    select kind, 0, null, null from job
    where worker_id is not null and run_at <= ${owner.now} and ${isAbandoned(owner)}`.execute(db);
  const marked = rows.reduce((sum, row) => sum + row.marked, 0);
  return {
    kinds: new Set(rows.flatMap(({ kind }) => kind ?? [])),
    isWhole: marked < DUE_AT_ONCE,
    nextAt: rows.find(({ kind }) => kind === null)?.next_at ?? undefined,
    isBesideFound: rows.some(({ is_found }) => is_found === true),
  };
}

/**
 * The plan of a claim takes three times as long to make as to follow, so that sessions keep it. It is often made while
 * there are no jobs, and has to be good for a hundred thousand.
 */
const KEEP_PLAN = sql`
  select set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/**
 * Claims the next due job of a lane: of the organizations whose turn is next, the one with the fewest running jobs in
 * the lane, and of its jobs the oldest.
 */
export async function claimJob(db: Kysely<DB>, claimant: Claimant): Promise<Claim> {
  const { workerId, formerIds, now, kinds, excluded, paused, turn } = claimant;
  const mayRun = (organization: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql`
    ${organization} <> all(${excluded}::uuid[])
      and (${organization} <> all(${paused.organizationIds}::uuid[]) or ${kind} = any(${paused.exempt}::text[]))`;
  // A key's jobs run one after the other: only its oldest unfinished job may be claimed.
  const isKeyFree = sql`(job.concurrency_key is null or not exists (
    select 1 from job earlier where earlier.concurrency_key = job.concurrency_key and earlier.job_id < job.job_id))`;
  // `place` steps through an index from organization to organization of each kind, from the last turn to the smallest
  // id and then from the largest to the last turn, and stops after a few: neither the jobs of an organization nor the
  // organizations that wait make a claim slower. Workers that claim side by side skip each other's choice, so each
  // looks at several candidates.
  const nextPlace = (above: RawBuilder<unknown>) => sql`
    select organization_id from job
    where job.kind = kind.kind and worker_id is null and is_due
      and job.organization_id >= lap.smallest and job.organization_id < ${above}
    order by organization_id desc limit 1`;
  const statement = sql<ClaimedJob & { job_id: string | null; reached: string | null }>`
    with recursive alive as materialized (${ALIVE}), claimed as materialized (
      select organization_id, job_id, kind, run_at, worker_id, ${isAbandoned(claimant)} as is_abandoned
      from job
      where worker_id is not null and kind = any(${kinds}::text[])
    ), busy as (
      select organization_id, count(*) as jobs from claimed where not is_abandoned group by organization_id
    ), lap (number, smallest, above) as (
      values (1, ${NO_ORGANIZATION}::uuid, ${turn}::uuid), (2, ${turn}::uuid, ${FIRST_TURN}::uuid)
    ), place as (
      select kind.kind, lap.number, lap.smallest, first.organization_id, 1 as step
      from unnest(${kinds}::text[]) kind(kind) cross join lap
      cross join lateral (${nextPlace(sql`lap.above`)}) first
      union all
      select kind.kind, lap.number, lap.smallest, next.organization_id, place.step + 1
      from place cross join lateral (select place.kind) kind
      cross join lateral (select place.number, place.smallest) lap
      cross join lateral (${nextPlace(sql`place.organization_id`)}) next
      where place.step < ${sql.lit(PLACES)}
    ), seen as (
      select organization_id, min(number) as lap, array_agg(kind) as kinds from place
      group by organization_id order by lap, organization_id desc limit ${sql.lit(PLACES)}
    ), candidate as (
      select seen.lap, waiting.organization_id, waiting.job_id, waiting.run_at, waiting.worker_id
      from seen cross join lateral (
        select oldest.organization_id, oldest.job_id, oldest.run_at, oldest.worker_id
        from unnest(seen.kinds) one(kind) cross join lateral (
          select organization_id, job_id, run_at, worker_id from job
          where job.kind = one.kind and job.organization_id = seen.organization_id and worker_id is null and is_due
            and run_at <= ${now} and ${isKeyFree}
          order by run_at, job_id limit ${sql.lit(CANDIDATES)}) oldest
        where ${mayRun(sql`seen.organization_id`, sql`one.kind`)}
        order by run_at, job_id limit ${sql.lit(CANDIDATES)}) waiting
      union all
      select case when organization_id < ${turn} then 1 else 2 end, organization_id, job_id, run_at, worker_id
      from claimed
      where is_abandoned and run_at <= ${now} and ${mayRun(sql`organization_id`, sql`kind`)}
    ), best as (
      select candidate.organization_id, candidate.job_id, candidate.worker_id, row_number() over (
        order by coalesce(busy.jobs, 0), lap, candidate.organization_id desc, run_at, job_id) as rank
      from candidate left join busy on busy.organization_id = candidate.organization_id
      order by rank limit ${sql.lit(CANDIDATES)}
    ), chosen as (
      select job.organization_id, job.job_id, job.worker_id as left_by,
        job.worker_id is not null and job.worker_id <> all(${formerIds}::int[]) as was_left from best
      -- These lists, like the keys in \`taken\`, are computed before any job is read, so that no plan reads all jobs.
      -- Without \`is true\`, PostgreSQL 15 would find them by their times, and read all jobs that are due.
      join job on job.organization_id = any(array(select organization_id from best))
        and job.job_id = any(array(select job_id from best))
        and job.organization_id = best.organization_id and job.job_id = best.job_id
        and job.worker_id is not distinct from best.worker_id and (job.run_at <= ${now}) is true and ${isKeyFree}
      order by best.rank limit 1 for update of job skip locked
    ), taken as (
      update job set worker_id = ${workerId}, attempts = attempts + 1,
        left_by = case when was_left then job.left_by || chosen.left_by else job.left_by end
      from chosen
      where job.organization_id = (select organization_id from chosen) and job.job_id = (select job_id from chosen)
      returning job.organization_id, job.job_id, job.kind, job.payload, job.attempts,
        cardinality(job.left_by) as crashes, was_left, job.worker_id
    )
    select taken.organization_id, taken.job_id, taken.kind, taken.payload, taken.attempts, taken.crashes, taken.was_left,
      taken.worker_id, reached.organization_id as reached
    from (
      select case when count(*) = ${sql.lit(PLACES)}
        then (array_agg(organization_id order by lap desc, organization_id))[1] end as organization_id
      from seen) reached
    left join taken on true`;
  const { rows } = await db.transaction().execute(async (trx) => {
    await queueStatement(trx, KEEP_PLAN);
    return statement.execute(trx);
  });
  const [{ reached, ...job }] = rows as [(typeof rows)[number]];
  return job.job_id === null
    ? { job: undefined, reached: reached ?? undefined }
    : { job, reached: undefined };
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
