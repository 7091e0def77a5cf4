import { type Kysely, sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { EventActor, EventPayload, EventType } from './event-types.ts';

export interface WantingWebhook {
  webhook_id: string;
  events: EventType[];
}

/** The deliveries of a webhook that wait for each other: those of a space, or those of none. */
export interface QueueKey {
  organizationId: string;
  webhookId: string;
  queueId: string;
}

/** The queue of deliveries that belong to no space. */
export const NO_SPACE = '00000000-0000-0000-0000-000000000000';

/** The enabled webhooks that want one of the types. They cannot be deleted before the end of the transaction. */
export async function listWantingWebhooks(
  trx: Transaction<DB>,
  organizationId: string,
  types: readonly EventType[],
): Promise<WantingWebhook[]> {
  const { rows } = await sql<WantingWebhook>`
    select webhook_id, events from webhook
    where organization_id = ${organizationId} and is_enabled and events && ${types}::text[]
    order by webhook_id for key share`.execute(trx);
  return rows;
}

interface NewEventRow {
  organization_id: string;
  event_id: string;
  space_id: string | null;
  type: string;
  actor: EventActor;
  payload: EventPayload;
  occurred_at: Date;
}

export async function insertEvents(trx: Transaction<DB>, rows: readonly NewEventRow[]): Promise<void> {
  await sql`
    insert into webhook_event (organization_id, event_id, space_id, type, actor, payload, occurred_at)
    select organization_id, event_id, space_id, type, actor, payload, occurred_at
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as e(organization_id uuid, event_id uuid,
      space_id uuid, type text, actor jsonb, payload jsonb, occurred_at timestamptz)`.execute(trx);
}

interface NewDeliveryRow {
  organization_id: string;
  webhook_id: string;
  delivery_id: string;
  event_id: string;
  queue_id: string;
  run_at: Date;
  created_at: Date;
}

/** In the order in which they are delivered. */
export async function insertDeliveries(trx: Transaction<DB>, rows: readonly NewDeliveryRow[]): Promise<void> {
  await sql`
    insert into webhook_delivery (organization_id, webhook_id, delivery_id, event_id, queue_id, run_at, created_at)
    select organization_id, webhook_id, delivery_id, event_id, queue_id, run_at, created_at
    from rows from (jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as (organization_id uuid, webhook_id uuid,
      delivery_id uuid, event_id uuid, queue_id uuid, run_at timestamptz, created_at timestamptz))
      with ordinality as d(organization_id, webhook_id, delivery_id, event_id, queue_id, run_at, created_at, place)
    order by place`.execute(trx);
}

/** Locks the queues until the end of the transaction, and returns those that had nothing waiting: they have no job. */
export async function openQueues(trx: Transaction<DB>, queues: readonly QueueKey[]): Promise<QueueKey[]> {
  const { rows } = await sql<QueueKey & { isNew: boolean }>`
    insert into webhook_queue (organization_id, webhook_id, queue_id)
    select "organizationId", "webhookId", "queueId"
    from jsonb_to_recordset(${JSON.stringify(queues)}::text::jsonb)
      as q("organizationId" uuid, "webhookId" uuid, "queueId" uuid)
    order by "webhookId", "queueId"
    on conflict (organization_id, webhook_id, queue_id) do update set queue_id = excluded.queue_id
    returning organization_id as "organizationId", webhook_id as "webhookId", queue_id as "queueId",
      xmax = 0 as "isNew"`.execute(trx);
  return rows.filter(({ isNew }) => isNew);
}

/** Deletes the queue if nothing waits in it. Waits for transactions that are adding a delivery. */
export async function closeQueue(trx: Transaction<DB>, key: QueueKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from webhook_queue where ${isQueue(key)} for update`.execute(trx);
  if (rows.length === 0) return true;
  const { numAffectedRows } = await sql`
    delete from webhook_queue where ${isQueue(key)} and not exists (
      select 1 from webhook_delivery where ${isQueue(key)} and state = 'waiting')`.execute(trx);
  return Number(numAffectedRows ?? 0n) > 0;
}

const isQueue = ({ organizationId, webhookId, queueId }: QueueKey) =>
  sql`organization_id = ${organizationId} and webhook_id = ${webhookId} and queue_id = ${queueId}`;

/** Some of the queues with deliveries that wait, in order. */
export async function listQueues(
  db: Kysely<DB>,
  { after, limit }: { after: QueueKey | undefined; limit: number },
): Promise<QueueKey[]> {
  const later = after
    ? sql`where (organization_id, webhook_id, queue_id) >
        (${after.organizationId}, ${after.webhookId}, ${after.queueId})`
    : sql``;
  const { rows } = await sql<QueueKey>`
    select organization_id as "organizationId", webhook_id as "webhookId", queue_id as "queueId"
    from webhook_queue ${later} order by organization_id, webhook_id, queue_id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes some of the events before a time, with their deliveries. Returns how many. */
export async function deleteOldEvents(db: Kysely<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_event where (organization_id, event_id) in (
      select organization_id, event_id from webhook_event
      where occurred_at < ${before} order by occurred_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
