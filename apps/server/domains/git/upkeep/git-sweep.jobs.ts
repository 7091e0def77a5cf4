import { resealSecrets } from '../../../platform/access/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { deleteOldPreviews } from '../preview/git-preview.repository.ts';
import { deleteOldDeliveries } from '../webhooks/git-webhooks.repository.ts';
import { deleteOldOperations, listSealedSecrets, replaceSealedSecret } from './upkeep.repository.ts';

/** The kind of the job that deletes what is old. */
const GIT_SWEEP = 'git-sweep' as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hosts send a webhook again within hours. */
const DELIVERIES_KEPT_MS = 7 * DAY_MS;
const OPERATIONS_KEPT_MS = 90 * DAY_MS;
const PREVIEWS_KEPT_MS = DAY_MS;
/** Polls that found nothing are of no interest the next day. */
const EMPTY_POLLS_KEPT_MS = DAY_MS;
const BATCH = 1000;

/** Deletes old operations, deliveries and previews, and seals secrets under the present secret of the instance. */
export const createGitSweepJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: GIT_SWEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { db, clock } = context;
      await resealConnectionSecrets(context);
      const ago = (milliseconds: number): Date => new Date(clock().getTime() - milliseconds);
      const old = { before: ago(OPERATIONS_KEPT_MS), emptyBefore: ago(EMPTY_POLLS_KEPT_MS), limit: BATCH };
      while (await deleteOldOperations(db, old)) signal.throwIfAborted();
      const arrived = { before: ago(DELIVERIES_KEPT_MS), limit: BATCH };
      while (await deleteOldDeliveries(db, arrived)) signal.throwIfAborted();
      await deleteOldPreviews(db, ago(PREVIEWS_KEPT_MS));
    },
  });

const resealConnectionSecrets = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listSealedSecrets(db)).flatMap(({ key, credentials, webhookSecret }) =>
      [credentials, webhookSecret].flatMap((secret) =>
        secret
          ? [
              {
                sealed: secret,
                replace: (sealed: Buffer) => replaceSealedSecret(db, key, { secret, sealed }),
              },
            ]
          : [],
      ),
    ),
  );
