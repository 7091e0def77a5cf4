import { startOfIdleness } from '../../../platform/access/session-lifetime.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { resealVisitorKeys } from '../members/visitor-claims/reseal-keys.ts';
import { deleteEndedSessions } from '../sessions/sessions.queries.ts';
import { deleteExpiredTickets } from '../users/tickets.queries.ts';
import { resealTotpSecrets } from './totp/reseal-secrets.ts';

/** The kind of the daily job of the instance. */
export const ACCOUNT_SWEEP = 'account-sweep' as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes ended sessions and expired links. Also reseals secrets after a rotation of the instance's secret. */
export const createAccountSweepJob = (context: Pick<Context, 'db' | 'transact' | 'keyRing' | 'clock'>) =>
  defineRecurringJob(context, {
    kind: ACCOUNT_SWEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: DAY_MS, intervalMs: DAY_MS },
    run: async () => {
      const { db, keyRing, clock } = context;
      const now = clock();
      await deleteEndedSessions(db, now, startOfIdleness(now));
      await deleteExpiredTickets(db, now);
      await resealTotpSecrets({ db, keyRing });
      await resealVisitorKeys({ db, keyRing });
    },
  });
