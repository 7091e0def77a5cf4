import { isId, newId } from '@lectern/std/ids';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import {
  type DeliveryKey,
  type DeliveryReads,
  type DeliveryRow,
  findDeliveryRow,
  updateDelivery,
} from './deliveries.repository.ts';
import { TEST_EVENT, toEventActor } from './event-types.ts';
import { insertDeliveries, insertEvents, NO_SPACE } from './outbox.repository.ts';
import { fillQueues, runQueueNow } from './queues.ts';
import { lockWebhookRow, updateWebhookRow, type WebhookKey } from './webhooks.repository.ts';
import { webhookNotFound } from './webhooks.service.ts';

export const deliveryNotFound = defineNotFound('webhook-delivery-not-found', 'delivery');
export const webhookDisabled = defineError(
  { status: 409, reason: 'webhook-disabled' },
  'The webhook is disabled, so nothing can be sent again. Enable it first.',
);

export async function getDeliveryRow(reads: DeliveryReads, key: DeliveryKey): Promise<DeliveryRow> {
  const isPossible = isId(key.webhookId) && isId(key.deliveryId);
  const row = isPossible ? await findDeliveryRow(reads, key) : undefined;
  if (!row) throw deliveryNotFound();
  return row;
}

/** Attempts a delivery again under the same id, from the first attempt on. It takes its former place in the queue. */
export async function redeliver(
  { transact, clock, fields }: Context,
  key: DeliveryKey,
): Promise<DeliveryRow> {
  if (!isId(key.webhookId)) throw webhookNotFound();
  return transact(async (unit) => {
    const webhook = await lockWebhookRow(unit.trx, key);
    if (!webhook) throw webhookNotFound();
    const row = await getDeliveryRow({ db: unit.trx, fields }, key);
    if (!webhook.is_enabled && row.type !== TEST_EVENT) throw webhookDisabled();
    const now = clock();
    const changes = {
      state: 'waiting' as const,
      tries: 0,
      run_at: now,
      attempts: row.attempts,
      ended_at: null,
    };
    await updateDelivery(unit.trx, key, changes, { onlyWaiting: false });
    if (webhook.paused_until) await updateWebhookRow(unit.trx, key, { paused_until: null });
    await runQueueNow(unit, { ...key, queueId: row.queue_id }, now);
    return { ...row, ...changes };
  });
}

/** Sends an event to this webhook alone, once, also if it is disabled. */
export async function sendTest(
  { transact, clock, fields }: Context,
  cause: Cause,
  { organizationId, webhookId }: WebhookKey,
): Promise<DeliveryRow> {
  const key = { organizationId, webhookId, deliveryId: newId() };
  if (!isId(webhookId)) throw webhookNotFound();
  return transact(async (unit) => {
    const webhook = await lockWebhookRow(unit.trx, key);
    if (!webhook) throw webhookNotFound();
    const now = clock();
    const event = { organization_id: organizationId, event_id: newId() };
    await insertEvents(unit.trx, [
      {
        ...event,
        space_id: null,
        type: TEST_EVENT,
        actor: toEventActor(cause.actor),
        payload: { webhook: { id: webhookId, title: webhook.title } },
        occurred_at: now,
      },
    ]);
    await insertDeliveries(unit.trx, [
      {
        ...event,
        webhook_id: webhookId,
        delivery_id: key.deliveryId,
        queue_id: NO_SPACE,
        run_at: now,
        created_at: now,
      },
    ]);
    await fillQueues(unit, [{ organizationId, webhookId, queueId: NO_SPACE }], now);
    return getDeliveryRow({ db: unit.trx, fields }, key);
  });
}
