import { newId } from '@lectern/std/ids';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { type EventPayload, type EventType, type NewEvent, toEventActor } from './event-types.ts';
import {
  insertDeliveries,
  insertEvents,
  listWantingWebhooks,
  type QueueKey,
  type WantingWebhook,
} from './outbox.repository.ts';
import { fillQueues } from './queues.ts';

/** Longer than any name that a person reads, so that an event stays small. In characters. */
const MAX_TEXT_LENGTH = 500;

/** Shortens the texts of a payload. */
const cutTexts = (payload: EventPayload): EventPayload =>
  JSON.parse(JSON.stringify(payload, (_name, value) => (typeof value === 'string' ? cutText(value) : value)));

const cutText = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH
    ? text
    : `${[...text.slice(0, 2 * MAX_TEXT_LENGTH)].slice(0, MAX_TEXT_LENGTH).join('')}…`;

/** The events of a space are delivered in their order, and so are those of anything else with a queue of its own. */
export type EventQueue = { organizationId: string } & ({ spaceId: string } | { queueId: string });

/**
 * Tells the webhooks of the organization of an event, from the commit of the caller's transaction on. Costs one small
 * query if none wants it. Call it last: it may hold a lock on the space's queue until the commit.
 */
export async function emitEvent(unit: UnitOfWork, queue: EventQueue, event: NewEvent): Promise<void> {
  await emitEvents(unit, queue, [event.type], () => [event]);
}

/** The same for events that take work to describe: `describe` is called only if a webhook wants one of the types. */
export async function emitEvents(
  unit: UnitOfWork,
  queue: EventQueue,
  types: readonly EventType[],
  describe: (wanted: ReadonlySet<EventType>) => NewEvent[],
): Promise<void> {
  const webhooks = await listWantingWebhooks(unit.trx, queue.organizationId, types);
  if (webhooks.length === 0) return;
  const wanted = new Set(webhooks.flatMap(({ events }) => events));
  const events = describe(wanted).filter(({ type }) => wanted.has(type));
  if (events.length > 0) await writeEvents(unit, queue, webhooks, events);
}

async function writeEvents(
  unit: UnitOfWork,
  queue: EventQueue,
  webhooks: readonly WantingWebhook[],
  events: readonly NewEvent[],
): Promise<void> {
  const { organizationId } = queue;
  const [spaceId, queueId] = 'spaceId' in queue ? [queue.spaceId, queue.spaceId] : [null, queue.queueId];
  const rows = events.map(({ type, payload, actor, at }) => ({
    organization_id: organizationId,
    event_id: newId(),
    space_id: spaceId,
    type,
    actor: toEventActor(actor),
    payload: cutTexts(payload),
    occurred_at: at,
  }));
  await insertEvents(unit.trx, rows);
  const deliveries = rows.flatMap(({ event_id, type, occurred_at }) =>
    webhooks
      .filter(({ events: wanted }) => wanted.includes(type))
      .map(({ webhook_id }) => ({ webhookId: webhook_id, eventId: event_id, at: occurred_at })),
  );
  await insertDeliveries(
    unit.trx,
    deliveries.map(({ webhookId, eventId, at }) => ({
      organization_id: organizationId,
      webhook_id: webhookId,
      delivery_id: newId(),
      event_id: eventId,
      queue_id: queueId,
      run_at: at,
      created_at: at,
    })),
  );
  const queues = [...new Set(deliveries.map(({ webhookId }) => webhookId))].map(
    (webhookId): QueueKey => ({ organizationId, webhookId, queueId }),
  );
  await fillQueues(unit, queues, (events[0] as NewEvent).at);
}
