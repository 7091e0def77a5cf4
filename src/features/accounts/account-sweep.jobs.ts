import { startOfIdleness } from '../../access/session-lifetime.ts';
import type { Context } from '../../context.ts';
import { scheduleNextRun } from '../../jobs/recurring.ts';
import type { JobBody } from '../../jobs/worker.ts';
import { deleteEndedSessions } from '../sessions/sessions.repository.ts';
import { deleteExpiredTickets } from '../users/tickets.ts';
import { resealTotpSecrets } from './totp/reseal-secrets.ts';

/** The kind of the daily job of the instance. */
export const ACCOUNT_SWEEP = 'account-sweep';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const inADay = (now: Date): Date => new Date(now.getTime() + DAY_MILLISECONDS);

/** Sees to it that the daily job is going to run. Called at every start. */
export async function startAccountSweep({
  transact,
  clock,
}: Pick<Context, 'transact' | 'clock'>): Promise<void> {
  const now = clock();
  await transact((unit) => scheduleNextRun(unit, { kind: ACCOUNT_SWEEP, runAt: inADay(now) }, now));
}

/**
 * Takes away what nobody can sign in or do anything with any more: ended sessions and expired links. Follows a rotation
 * of the secret of the instance.
 */
export function createAccountSweepJob({
  db,
  transact,
  keyRing,
  clock,
}: Pick<Context, 'db' | 'transact' | 'keyRing' | 'clock'>): JobBody {
  return async ({ jobId }) => {
    const now = clock();
    const next = { kind: ACCOUNT_SWEEP, runAt: inADay(now), currentJobId: jobId };
    // By itself: a day whose work fails must not be the last one.
    await transact((unit) => scheduleNextRun(unit, next, now));
    await deleteEndedSessions(db, now, startOfIdleness(now));
    await deleteExpiredTickets(db, now);
    await resealTotpSecrets({ db, keyRing });
  };
}
