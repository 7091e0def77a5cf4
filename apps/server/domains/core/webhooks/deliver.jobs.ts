import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import type { Job, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import {
  type Attempt,
  type DeliveryChanges,
  type DeliveryRow,
  findNextDelivery,
  updateDelivery,
} from './deliveries.repository.ts';
import { TEST_EVENT } from './event-types.ts';
import { closeQueue, type QueueKey } from './outbox.repository.ts';
import { continueQueue, WEBHOOK_DELIVERIES } from './queues.ts';
import { sendDelivery } from './send-delivery.ts';
import { findWebhookRow, lockWebhookRow, updateWebhookRow, type WebhookRow } from './webhooks.repository.ts';
import { disableWebhook } from './webhooks.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after failed attempts. After the last one, a delivery is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS];

/** A webhook for which nothing has succeeded for this long is disabled. */
const PATIENCE_MS = 72 * HOUR_MS;

/** When to try again after so many failures; undefined: never. */
function findNextAttempt(failures: number, now: Date): Date | undefined {
  const pause = PAUSES_MS[failures - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

const isBeyondPatience = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= PATIENCE_MS;

/** After this many deliveries, other queues take their turn: mail is sent in the same lane. */
const MAX_DELIVERIES_PER_RUN = 20;
const MAX_RUN_MS = 5000;
/** An address that did not answer gets no deliveries of any space for this time: each would take the full timeout. */
const PAUSE_MS = 60_000;
const MAX_KEPT_ATTEMPTS = 20;
const GONE = 410;

/**
 * Makes the waiting deliveries of one queue, in their order. A failed delivery keeps the later ones waiting until it
 * succeeds or is given up. If a process is killed between a response and its recording, the delivery is sent again.
 */
export const createWebhookDeliveriesJob = (
  context: Context,
): JobDefinition & { kind: typeof WEBHOOK_DELIVERIES } => ({
  kind: WEBHOOK_DELIVERIES,
  lane: 'short',
  run: async ({ organizationId, payload }: Job, signal) => {
    const queue = { organizationId, ...(payload as Pick<QueueKey, 'webhookId' | 'queueId'>) };
    const endAt = performance.now() + MAX_RUN_MS;
    for (let count = 0; count < MAX_DELIVERIES_PER_RUN && performance.now() < endAt; count += 1)
      if (await deliverNext(context, queue, signal)) return;
    await context.transact((unit) => continueQueue(unit, queue, { now: context.clock() }));
  },
});

/** Returns whether there is nothing more to do in this run. */
async function deliverNext(context: Context, queue: QueueKey, signal: AbortSignal): Promise<boolean> {
  const { db, transact, clock } = context;
  const delivery = await findNextDelivery(context, queue);
  const webhook = delivery && (await findWebhookRow(db, queue));
  // Without a webhook, there is no queue either.
  if (!delivery || !webhook) return transact(({ trx }) => closeQueue(trx, queue));
  const nextAt = findNextTime(webhook, delivery);
  if (nextAt > clock()) {
    await transact((unit) => continueQueue(unit, queue, { now: clock(), runAt: nextAt }));
    return true;
  }
  if (!webhook.is_enabled && delivery.type !== TEST_EVENT) {
    // The delivery was added while the webhook was being disabled.
    const changes = { ...delivery, state: 'failed' as const, ended_at: clock() };
    await transact(({ trx }) => updateDelivery(trx, keyOf(delivery), changes, { onlyWaiting: true }));
    return false;
  }
  const attempt = await sendDelivery(context, { webhook, delivery }, signal);
  return recordAttempt(context, delivery, attempt);
}

function findNextTime({ paused_until }: WebhookRow, { run_at, type }: DeliveryRow): Date {
  return paused_until && paused_until > run_at && type !== TEST_EVENT ? paused_until : run_at;
}

/** Returns whether the queue has to wait. */
async function recordAttempt(
  { transact, clock }: Context,
  delivery: DeliveryRow,
  attempt: Attempt,
): Promise<boolean> {
  const key = keyOf(delivery);
  const now = clock();
  const changes = judgeAttempt(delivery, attempt, now);
  return transact(async (unit) => {
    const webhook = await lockWebhookRow(unit.trx, key);
    if (!webhook) return false;
    await updateDelivery(unit.trx, key, changes, { onlyWaiting: true });
    // A test shows a user what the receiver answers. Only real events show whether the webhook works.
    if (delivery.type === TEST_EVENT) return false;
    if (changes.state === 'delivered') {
      if (webhook.failing_since)
        await updateWebhookRow(unit.trx, key, { failing_since: null, paused_until: null });
      return false;
    }
    const failing = { ...webhook, failing_since: webhook.failing_since ?? now };
    const reason = findReasonToDisable(failing, changes, attempt, now);
    if (reason !== undefined && webhook.is_enabled) {
      await disableWebhook(unit, BY_OPERATOR, { before: failing, reason, at: now });
      return false;
    }
    const isUnanswered = attempt.status === undefined;
    await updateWebhookRow(unit.trx, key, {
      failing_since: failing.failing_since,
      ...(isUnanswered ? { paused_until: new Date(now.getTime() + PAUSE_MS) } : {}),
    });
    if (changes.state === 'failed') return false;
    await continueQueue(unit, { ...key, queueId: delivery.queue_id }, { now, runAt: changes.run_at });
    return true;
  });
}

function judgeAttempt(delivery: DeliveryRow, attempt: Attempt, now: Date): DeliveryChanges {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_KEPT_ATTEMPTS);
  const { status = 0 } = attempt;
  if (status >= 200 && status < 300)
    return { state: 'delivered', tries: delivery.tries, run_at: delivery.run_at, attempts, ended_at: now };
  const tries = delivery.tries + 1;
  // A test is not repeated: the user who sends it sees the result and can send another.
  const next = delivery.type === TEST_EVENT ? undefined : findNextAttempt(tries, now);
  return next
    ? { state: 'waiting', tries, run_at: next, attempts, ended_at: null }
    : { state: 'failed', tries, run_at: delivery.run_at, attempts, ended_at: now };
}

/** Returns the reason to disable a webhook; undefined if it stays enabled. */
function findReasonToDisable(
  webhook: WebhookRow & { failing_since: Date },
  { state }: DeliveryChanges,
  { status }: Attempt,
  now: Date,
): string | undefined {
  if (status === GONE) return 'The receiver returned 410 Gone.';
  return state === 'failed' && isBeyondPatience(webhook.failing_since, now)
    ? `No delivery has succeeded since ${webhook.failing_since.toISOString()}.`
    : undefined;
}

const keyOf = ({ organization_id, webhook_id, delivery_id }: DeliveryRow) => ({
  organizationId: organization_id,
  webhookId: webhook_id,
  deliveryId: delivery_id,
});
