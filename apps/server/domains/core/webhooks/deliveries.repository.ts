import { type Selectable, sql, type Transaction } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { EventActor, EventPayload } from './event-types.ts';
import type { QueueKey } from './outbox.repository.ts';
import type { WebhookKey } from './webhooks.repository.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** One request to the receiver. */
export interface Attempt {
  /** ISO 8601. */
  at: string;
  milliseconds: number;
  /** Absent: there was no answer. */
  status?: number;
  /** The beginning of the response, as text. */
  response?: string;
  /** The reason why there was no response, in words. */
  error?: string;
}

export interface DeliveryKey extends WebhookKey {
  deliveryId: string;
}

/** A delivery with its event. */
export type DeliveryRow = Omit<Selectable<DB['webhook_delivery']>, 'attempts' | 'state' | 'sequence'> & {
  state: DeliveryState;
  attempts: Attempt[];
  type: string;
  space_id: string | null;
  space_title: string | null;
  actor: EventActor;
  payload: EventPayload;
  occurred_at: Date;
};

/** Parameters of statements that show deliveries: the database or a transaction, and fields of the domains above. */
export type DeliveryReads = Pick<Context, 'db' | 'fields'>;

const selectDeliveries = ({ fields }: DeliveryReads) => sql`
  select d.organization_id, d.webhook_id, d.delivery_id, d.event_id, d.queue_id, d.state, d.tries, d.run_at,
    d.attempts, d.created_at, d.ended_at, e.type, e.space_id,
    ${fields.spaceTitle({ organizationId: sql`e.organization_id`, spaceId: sql`e.space_id` })} as space_title,
    e.actor, e.payload, e.occurred_at
  from webhook_delivery d
  join webhook_event e on e.organization_id = d.organization_id and e.event_id = d.event_id`;

/** Newest first. `after`: the last delivery of the page before. */
export async function listDeliveryRows(
  reads: DeliveryReads,
  {
    organizationId,
    webhookId,
    state,
    after,
    limit,
  }: WebhookKey & {
    state: DeliveryState | undefined;
    after: string | undefined;
    limit: number;
  },
): Promise<PageOfRows<DeliveryRow, string>> {
  const matches = sql`d.organization_id = ${organizationId} and d.webhook_id = ${webhookId}
    and (${state ?? null}::text is null or d.state = ${state ?? null})`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery d where ${matches}`.execute(reads.db);
  const { rows } = await sql<DeliveryRow>`
    ${selectDeliveries(reads)} where ${matches} and (${after ?? null}::uuid is null or d.delivery_id < ${after ?? null})
    order by d.delivery_id desc limit ${limit + 1}`.execute(reads.db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => row.delivery_id);
}

export async function findDeliveryRow(
  reads: DeliveryReads,
  key: DeliveryKey,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    ${selectDeliveries(reads)} where d.organization_id = ${key.organizationId} and d.webhook_id = ${key.webhookId}
      and d.delivery_id = ${key.deliveryId}`.execute(reads.db);
  return rows[0];
}

/** The delivery that is next in a queue. */
export async function findNextDelivery(
  reads: DeliveryReads,
  { organizationId, webhookId, queueId }: QueueKey,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    ${selectDeliveries(reads)} where d.organization_id = ${organizationId} and d.webhook_id = ${webhookId}
      and d.queue_id = ${queueId} and d.state = 'waiting'
    order by d.sequence limit 1`.execute(reads.db);
  return rows[0];
}

export interface DeliveryChanges {
  state: DeliveryState;
  tries: number;
  run_at: Date;
  attempts: Attempt[];
  ended_at: Date | null;
}

/** Does nothing to a delivery that was taken out of the queue meanwhile, if `onlyWaiting`. */
export async function updateDelivery(
  trx: Transaction<DB>,
  key: DeliveryKey,
  { state, tries, run_at, attempts, ended_at }: DeliveryChanges,
  { onlyWaiting }: { onlyWaiting: boolean },
): Promise<void> {
  await sql`
    update webhook_delivery set state = ${state}, tries = ${tries}, run_at = ${run_at}, ended_at = ${ended_at},
      attempts = ${toJsonText(attempts)}::text::jsonb
    where organization_id = ${key.organizationId} and webhook_id = ${key.webhookId}
      and delivery_id = ${key.deliveryId} ${onlyWaiting ? sql`and state = 'waiting'` : sql``}`.execute(trx);
}

/** Takes everything that waits out of the queues. */
export async function failWaiting(
  trx: Transaction<DB>,
  { organizationId, webhookId }: WebhookKey,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_delivery set state = 'failed', ended_at = ${now}
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and state = 'waiting'`.execute(
    trx,
  );
}
