import { newId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import type { UnitOfWork } from '../access/transaction.ts';
import { toJsonText } from '../db/json-text.ts';
import type { DB } from '../db/schema.ts';
import { queueStatement } from '../db/statement-queue.ts';
import { withTrace } from '../tracing/tracing.ts';
import type { JobKind } from './job-kinds.ts';

/** The channel on which workers are woken. */
export const JOBS_CHANNEL = 'lectern_jobs';

/**
 * How often workers look for jobs without being woken. Jobs that are scheduled for later than that wake nobody: by then,
 * workers know of them.
 */
export const LOOK_INTERVAL_MS = 5000;

/** The organization of jobs that belong to the instance. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

export interface NewJob {
  organizationId: string;
  kind: JobKind;
  payload: object;
  /** Jobs with the same key run one after the other, in the order they were enqueued. */
  concurrencyKey?: string;
  runAt?: Date;
}

/** Enqueues a job that exists from the commit on, and wakes the workers at the commit if it is due soon. */
export async function enqueueJob(unit: UnitOfWork, job: NewJob, now: Date): Promise<string> {
  const [jobId] = await enqueueJobs(unit, [job], now);
  return jobId as string;
}

/** Enqueues several jobs in one statement. */
export async function enqueueJobs(
  { trx, notify }: UnitOfWork,
  jobs: readonly NewJob[],
  now: Date,
): Promise<string[]> {
  if (jobs.length === 0) return [];
  const rows = toRows(jobs, now);
  await insertJobs(rows, now).execute(trx);
  const soon = new Date(now.getTime() + LOOK_INTERVAL_MS);
  for (const kind of new Set(jobs.filter(({ runAt = now }) => runAt <= soon).map((job) => job.kind)))
    notify(JOBS_CHANNEL, kind);
  return rows.map((row) => row.job_id);
}

const toRows = (jobs: readonly NewJob[], now: Date) =>
  jobs.map((job) => ({
    organization_id: job.organizationId,
    job_id: newId(),
    kind: job.kind,
    payload: withTrace(job.kind, job.payload),
    concurrency_key: job.concurrencyKey ?? null,
    run_at: (job.runAt ?? now).toISOString(),
  }));

/** One parameter has all jobs, because a statement has at most 65,535 parameters. */
const insertJobs = (rows: ReturnType<typeof toRows>, now: Date) => sql`
  insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, is_due, created_at)
  select j.*, j.run_at <= ${now}, ${now} from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as j(
    organization_id uuid, job_id uuid, kind text, payload jsonb, concurrency_key text, run_at timestamptz)`;

type KeyedJob = NewJob & { concurrencyKey: string };

/** Enqueues the jobs for whose key no job is waiting: a waiting job does the same work. */
export async function enqueueOnce({ trx, notify }: UnitOfWork, jobs: KeyedJob[], now: Date): Promise<void> {
  const added = await insertUnlessWaiting(jobs, now).execute(trx);
  if (Number(added.numAffectedRows ?? 0n) > 0) notify(JOBS_CHANNEL, '');
}

/**
 * Like `enqueueOnce`, for jobs that nobody waits for: no worker is woken, so that one run does the work of several
 * changes. The statement is sent with the next one.
 */
export const enqueueForLater = ({ trx }: UnitOfWork, jobs: KeyedJob[], now: Date): Promise<void> =>
  queueStatement(trx, insertUnlessWaiting(jobs, now));

const insertUnlessWaiting = (jobs: readonly KeyedJob[], now: Date) => sql`
  ${insertJobs(toRows(jobs, now), now)}
  where not exists (
    select 1 from job where job.concurrency_key = j.concurrency_key and job.worker_id is null)`;

/** Runs the waiting job of a key no later than the given time (by default now), or enqueues it. */
export async function runJobSooner(
  unit: UnitOfWork,
  job: NewJob & { concurrencyKey: string },
  now: Date,
): Promise<void> {
  if (!(await runWaitingJobSooner(unit, { ...job, runAt: job.runAt ?? now })))
    await enqueueJob(unit, job, now);
}

/**
 * Finds the waiting job of a kind and key. It does not start before the transaction ends, and so sees what the
 * transaction does; with `runAt`, it runs then at the latest. Returns its payload.
 */
export async function runWaitingJobSooner(
  { trx, notify }: UnitOfWork,
  { kind, concurrencyKey, runAt }: { kind: JobKind; concurrencyKey: string; runAt?: Date | undefined },
): Promise<object | undefined> {
  const waiting = await trx
    .updateTable('job')
    .set({ run_at: sql<Date>`least(run_at, ${runAt ?? null})` })
    .where('concurrency_key', '=', concurrencyKey)
    .where('kind', '=', kind)
    .where('worker_id', 'is', null)
    .returning('payload')
    .executeTakeFirst();
  if (waiting) notify(JOBS_CHANNEL, kind);
  return waiting && (waiting.payload as object);
}

/** Removes the jobs of a kind and key that have not started. */
export async function deleteWaitingJobs(
  { trx }: UnitOfWork,
  { kind, concurrencyKey }: { kind: JobKind; concurrencyKey: string },
): Promise<void> {
  await trx
    .deleteFrom('job')
    .where('concurrency_key', '=', concurrencyKey)
    .where('kind', '=', kind)
    .where('worker_id', 'is', null)
    .execute();
}

/** Removes the due jobs of a kind that have not started, because another job does their work. */
export async function dropWaitingJobs(
  db: Kysely<DB>,
  jobs: { organizationId: string; kind: JobKind; except: string; dueAt: Date },
): Promise<void> {
  await db
    .deleteFrom('job')
    .where('organization_id', '=', jobs.organizationId)
    .where('kind', '=', jobs.kind)
    .where('job_id', '<>', jobs.except)
    .where('run_at', '<=', jobs.dueAt)
    .where('worker_id', 'is', null)
    .execute();
}
