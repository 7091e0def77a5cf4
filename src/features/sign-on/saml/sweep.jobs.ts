import type { Context } from '../../../context.ts';
import { scheduleNextRun } from '../../../jobs/recurring.ts';
import type { JobBody } from '../../../jobs/worker.ts';
import { deleteExpired } from '../requests.repository.ts';

/** The kind of the daily job of the instance. */
export const SAML_SWEEP = 'saml-sweep';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const inADay = (now: Date): Date => new Date(now.getTime() + DAY_MILLISECONDS);

/** Sees to it that the daily job is going to run. Called at every start. */
export async function startSamlSweep({ transact, clock }: Context): Promise<void> {
  const now = clock();
  await transact((unit) => scheduleNextRun(unit, { kind: SAML_SWEEP, runAt: inADay(now) }, now));
}

/** Takes away requests that nobody can answer any more, and the names of assertions that are too old to be used. */
export function createSamlSweepJob({ db, transact, clock }: Context): JobBody {
  return async ({ jobId }) => {
    const now = clock();
    const next = { kind: SAML_SWEEP, runAt: inADay(now), currentJobId: jobId };
    // By itself: a day whose work fails must not be the last one.
    await transact((unit) => scheduleNextRun(unit, next, now));
    await deleteExpired(db, now);
  };
}
