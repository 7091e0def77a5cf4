import { resealSecrets } from '../../../platform/access/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { deleteOldEvents, listQueues, type QueueKey } from './outbox.repository.ts';
import { continueQueue } from './queues.ts';
import { listSealedSecrets, replaceSealedSecret } from './webhooks.repository.ts';

/** Seals the secrets of webhooks under the present secret of the instance. */
const resealWebhookSecrets = ({ db, keyRing }: Pick<Context, 'db' | 'keyRing'>): Promise<void> =>
  resealSecrets(keyRing, async () =>
    (await listSealedSecrets(db)).map(({ key, secret }) => ({
      sealed: secret,
      replace: (sealed) => replaceSealedSecret(db, key, { secret, sealed }),
    })),
  );

/** The kind of the job that deletes old deliveries. */
export const WEBHOOK_SWEEP = 'webhook-sweep' as const;

const HOUR_MS = 3_600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;
const BATCH = 1000;

/**
 * Deletes events that are older than 30 days, seals secrets under the present secret of the instance, and ensures that
 * each queue has a job, in case one was given up.
 */
export const createWebhookSweepJob = (context: Context) =>
  defineRecurringJob(context, {
    kind: WEBHOOK_SWEEP,
    lane: 'upkeep',
    schedule: { firstDelayMs: HOUR_MS, intervalMs: HOUR_MS },
    run: async (_job, signal) => {
      const { db, clock, transact } = context;
      await resealWebhookSecrets(context);
      const before = new Date(clock().getTime() - KEPT_MS);
      while ((await deleteOldEvents(db, before, BATCH)) === BATCH) signal.throwIfAborted();
      let after: QueueKey | undefined;
      do {
        const queues = await listQueues(db, { after, limit: BATCH });
        for (const queue of queues) await transact((unit) => continueQueue(unit, queue, { now: clock() }));
        after = queues.length === BATCH ? queues.at(-1) : undefined;
        signal.throwIfAborted();
      } while (after);
    },
  });
