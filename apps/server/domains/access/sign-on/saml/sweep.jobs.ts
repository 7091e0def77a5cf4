import type { Context } from '../../../../platform/context.ts';
import { defineRecurringJob } from '../../../../platform/jobs/recurring.ts';
import { deleteExpired } from '../requests.repository.ts';

/** The kind of the daily job of the instance. */
export const SAML_SWEEP = 'saml-sweep' as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes expired requests, and the ids of assertions that are too old to be used. */
export const createSamlSweepJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: SAML_SWEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: DAY_MS, intervalMs: DAY_MS },
    run: () => deleteExpired(context.db, context.clock()),
  });
