import type { Context } from '../../../../platform/context.ts';
import { defineRecurringJob } from '../../../../platform/jobs/recurring.ts';
import { deleteExpiredUses } from '../oidc/oidc-uses.repository.ts';
import { resealClientSecrets } from '../oidc/reseal-secrets.ts';
import { deleteExpired } from '../requests.repository.ts';

/** The kind of the daily job of the instance. */
export const SAML_SWEEP = 'saml-sweep' as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes expired requests, and what need not be remembered of used ones, for both protocols; seals client secrets
 * under the present secret of the instance.
 */
export const createSamlSweepJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: SAML_SWEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: DAY_MS, intervalMs: DAY_MS },
    run: async () => {
      const { db, keyRing, clock } = context;
      await deleteExpired(db, clock());
      await deleteExpiredUses(db, clock());
      await resealClientSecrets({ db, keyRing });
    },
  });
