import type { Kysely } from 'kysely';
import type { UnitOfWork } from '../access/transaction.ts';
import type { DB } from '../db/schema.ts';
import { newId } from '../http/ids.ts';

/** The channel on which workers are woken. */
export const JOBS_CHANNEL = 'lectern_jobs';

/** The organization of jobs that belong to the instance. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

export interface NewJob {
  organizationId: string;
  kind: string;
  payload: object;
  /** Jobs with the same key run one after the other, in the order they were enqueued. */
  concurrencyKey?: string;
  runAt?: Date;
}

/** Enqueues a job that exists from the commit on, and wakes a worker at the commit. */
export async function enqueueJob({ trx, notify }: UnitOfWork, job: NewJob, now: Date): Promise<string> {
  const jobId = newId();
  await trx
    .insertInto('job')
    .values({
      organization_id: job.organizationId,
      job_id: jobId,
      kind: job.kind,
      payload: job.payload,
      concurrency_key: job.concurrencyKey ?? null,
      run_at: job.runAt ?? now,
      created_at: now,
    })
    .execute();
  notify(JOBS_CHANNEL, job.kind);
  return jobId;
}

/** How many jobs wait and how many run, for the metrics. */
export async function countJobs(db: Kysely<DB>): Promise<{ waiting: number; running: number }> {
  const row = await db
    .selectFrom('job')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('worker_id', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('worker_id', 'is not', null).as('running'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), running: Number(row.running) };
}
