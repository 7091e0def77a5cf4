import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpaceEventBody } from '../../../platform/access/space-event.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { emitEvent } from '../../core/webhooks/emit-event.ts';
import type { EventPayload, EventType, NewEvent } from '../../core/webhooks/event-types.ts';
import type { ChangeRequestRow, ChangingRow } from './change-requests.repository.ts';
import { countActivity } from './seen/seen.queries.ts';

/** The event that streams send. Undefined if another event reports the change. */
const CHANGES = {
  'change_request.opened': 'opened',
  'change_request.updated': 'updated',
  'change_request.archived': 'archived',
  'change_request.merged': 'merged',
  'change_request.reviewed': undefined,
  'change_request.checked': undefined,
} as const satisfies Record<ChangeRequestEvent, string | undefined>;

type ChangeRequestEvent = Extract<EventType, `change_request.${string}`>;
type ChangeRequestChange = Extract<SpaceEventBody, { type: 'change_request' }>['change'];

/**
 * Publishes a change of a change request to streams, webhooks and the sync of its branch. Call it last in a
 * transaction.
 */
export async function emitChangeRequestEvent(
  unit: UnitOfWork,
  row: ChangingRow,
  event: { type: ChangeRequestEvent; actor: NewEvent['actor']; at: Date; details?: EventPayload },
): Promise<void> {
  const { type, actor, at, details } = event;
  const place = { organizationId: row.organization_id, spaceId: row.space_id };
  const { change_request_id: id, number, subject, status } = row;
  const change = CHANGES[type];
  if (change) recordChangeRequest(unit, row, { change, actor, at });
  // What a program reports is no news of a person.
  if (type !== 'change_request.checked')
    await countActivity(unit.trx, { ...place, changeRequestId: id }, actor && authorIdOf(actor));
  if (row.is_followed) await unit.followers.changeRequestChanged.follow(unit, { ...place, at });
  await emitEvent(unit, place, {
    type,
    actor,
    at,
    payload: {
      changeRequest: { id, number, subject, status },
      // Programs that check the content report with its revision.
      ...(type === 'change_request.opened' ? { revision: { id: row.revision_id } } : {}),
      ...details,
    },
  });
}

/** Publishes an event of a change request to streams. */
export function recordChangeRequest(
  unit: UnitOfWork,
  row: Pick<ChangeRequestRow, 'organization_id' | 'space_id' | 'change_request_id' | 'status'>,
  { change, actor, at }: { change: ChangeRequestChange; actor: NewEvent['actor']; at: Date },
): void {
  unit.record({
    organizationId: row.organization_id,
    spaceId: row.space_id,
    changeRequestId: row.change_request_id,
    at,
    actorId: actor && authorIdOf(actor),
    body: { type: 'change_request', change, status: row.status },
  });
}

/** The event that a change of the status triggers; undefined for a return to a draft. */
export function eventOfStatus(status: ChangeRequestRow['status']): ChangeRequestEvent | undefined {
  if (status === 'open') return 'change_request.opened';
  return status === 'archived' ? 'change_request.archived' : undefined;
}
