import { sql } from 'kysely';
import type { UnitOfWork } from '../access/transaction.ts';
import { enqueueJob, JOBS_CHANNEL, NO_ORGANIZATION } from './queue.ts';

/** Advisory locks under which runs are scheduled live in this class, by the hash of the kind. */
const RECURRING_LOCK_CLASS = 0x7265_6375;

export interface NextRun {
  kind: string;
  runAt: Date;
  /** The run that schedules its successor. */
  currentJobId?: string;
}

/**
 * Sees to it that exactly one more run of a recurring job of the instance waits, not later than `runAt`. A run that
 * schedules its successor before it works keeps the recurrence alive whatever becomes of it: the successor begins when
 * it has ended or was given up, never beside it.
 */
export async function scheduleNextRun(unit: UnitOfWork, run: NextRun, now: Date): Promise<void> {
  const { trx, notify } = unit;
  const { kind, runAt } = run;
  await sql`select pg_advisory_xact_lock(${RECURRING_LOCK_CLASS}::int, hashtext(${kind}))`.execute(trx);
  const waiting = await trx
    .updateTable('job')
    .set({ run_at: sql<Date>`least(run_at, ${runAt})` })
    .where('organization_id', '=', NO_ORGANIZATION)
    .where('kind', '=', kind)
    .where('job_id', '<>', run.currentJobId ?? NO_ORGANIZATION)
    .executeTakeFirst();
  if (waiting.numUpdatedRows === 0n) {
    const job = { organizationId: NO_ORGANIZATION, kind, payload: {}, concurrencyKey: kind, runAt };
    await enqueueJob(unit, job, now);
  } else {
    notify(JOBS_CHANNEL, kind);
  }
}
