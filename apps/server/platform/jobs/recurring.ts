import { sql } from 'kysely';
import type { Transact, UnitOfWork } from '../access/transaction.ts';
import type { JobDefinition, Schedule } from './job-definition.ts';
import type { JobKind } from './job-kinds.ts';
import { enqueueJob, JOBS_CHANNEL, NO_ORGANIZATION } from './queue.ts';

/** Advisory locks under which runs are scheduled live in this class, by the hash of the kind. */
const RECURRING_LOCK_CLASS = 0x7265_6375;

export interface NextRun {
  kind: JobKind;
  runAt: Date;
  /** The run that schedules its successor. */
  currentJobId?: string;
}

/**
 * Ensures that exactly one more run of a recurring job waits, not later than `runAt`. A run that schedules its
 * successor before it works keeps the recurrence alive whatever happens to it: the successor starts only after the run
 * has ended or been given up, never at the same time.
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

interface Scheduler {
  transact: Transact;
  clock: () => Date;
}

/**
 * Defines a recurring job of the instance. Each run enqueues its successor in a separate transaction before it works,
 * so that a run that fails until it is given up is not the last one.
 */
export function defineRecurringJob<Kind extends JobKind>(
  { transact, clock }: Scheduler,
  job: JobDefinition & { kind: Kind; schedule: Schedule },
): JobDefinition & { kind: Kind } {
  const { kind, schedule, run } = job;
  return {
    ...job,
    run: async (current, signal) => {
      const now = clock();
      const runAt = new Date(now.getTime() + schedule.intervalMs);
      await transact((unit) => scheduleNextRun(unit, { kind, runAt, currentJobId: current.jobId }, now));
      await run(current, signal);
    },
  };
}

/** Runs at every start of the service: prepares the job and ensures that one run of a recurring job is waiting. */
export async function prepareJob({ transact, clock }: Scheduler, job: JobDefinition): Promise<void> {
  const { kind, schedule, prepare } = job;
  await prepare?.();
  if (!schedule) return;
  const now = clock();
  const runAt = new Date(now.getTime() + schedule.firstDelayMs);
  await transact((unit) => scheduleNextRun(unit, { kind, runAt }, now));
}
