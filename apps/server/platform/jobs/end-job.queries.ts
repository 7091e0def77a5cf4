import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { ClaimedJob } from './claim-job.queries.ts';

/** Only the worker that claimed a job may end it: another worker may have restarted it. */
export async function removeJob(db: Kysely<DB>, row: ClaimedJob): Promise<void> {
  await db
    .deleteFrom('job')
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .where('worker_id', '=', row.worker_id)
    .execute();
}

/** Ends a job that is not tried again, and keeps it for the administrators of the instance. */
export async function keepFailure(
  db: Kysely<DB>,
  row: ClaimedJob,
  { error, at }: { error: unknown; at: Date },
): Promise<void> {
  const message = error instanceof Error ? error.message : null;
  await sql`
    with ended as (
      delete from job
      where organization_id = ${row.organization_id} and job_id = ${row.job_id} and worker_id = ${row.worker_id}
      returning organization_id, job_id, kind, payload, concurrency_key, attempts, created_at)
    insert into failed_job (organization_id, job_id, kind, payload, concurrency_key, attempts, created_at, error, failed_at)
    select ended.*, ${message}, ${at} from ended`.execute(db);
}

/** Gives a job back, to be run at its time or at the time of its next attempt. */
export async function releaseJob(
  db: Kysely<DB>,
  row: ClaimedJob,
  retry?: { runAt: Date; error: unknown },
): Promise<void> {
  await db
    .updateTable('job')
    .set({
      worker_id: null,
      attempts: row.attempts,
      ...(retry ? { run_at: retry.runAt, is_due: false } : {}),
      last_error: retry?.error instanceof Error ? retry.error.message : null,
    })
    .where('organization_id', '=', row.organization_id)
    .where('job_id', '=', row.job_id)
    .where('worker_id', '=', row.worker_id)
    .execute();
}
