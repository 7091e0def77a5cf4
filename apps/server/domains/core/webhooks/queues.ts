import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJobs, enqueueOnce, runJobSooner } from '../../../platform/jobs/queue.ts';
import { openQueues, type QueueKey } from './outbox.repository.ts';

/** The kind of the job that delivers what waits in a queue. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries' as const;

const jobOf = ({ organizationId, webhookId, queueId }: QueueKey) => ({
  organizationId,
  kind: WEBHOOK_DELIVERIES,
  payload: { webhookId, queueId },
  concurrencyKey: `webhook:${webhookId}:${queueId}`,
});

/** For deliveries that were just added: ensures that a job delivers them. */
export async function fillQueues(unit: UnitOfWork, queues: readonly QueueKey[], now: Date): Promise<void> {
  await enqueueJobs(unit, (await openQueues(unit.trx, queues)).map(jobOf), now);
}

/** For a delivery that is to be attempted now, although the queue may wait for a later attempt. */
export async function runQueueNow(unit: UnitOfWork, queue: QueueKey, now: Date): Promise<void> {
  await openQueues(unit.trx, [queue]);
  await runJobSooner(unit, jobOf(queue), now);
}

/** Ensures that a job continues with the queue, at `runAt` or earlier; by default now. */
export const continueQueue = (
  unit: UnitOfWork,
  queue: QueueKey,
  { now, runAt = now }: { now: Date; runAt?: Date | undefined },
): Promise<void> => enqueueOnce(unit, [{ ...jobOf(queue), runAt }], now);
