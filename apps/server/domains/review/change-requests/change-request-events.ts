import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { emitEvent } from '../../core/webhooks/emit-event.ts';
import type { EventPayload, EventType, NewEvent } from '../../core/webhooks/event-types.ts';
import type { ChangeRequestRow, ChangingRow } from './change-requests.repository.ts';

type ChangeRequestEvent = Extract<EventType, `change_request.${string}`>;

/** Tells webhooks, and the sync of its branch, what happened to a change request. Call it last in a transaction. */
export async function emitChangeRequestEvent(
  unit: UnitOfWork,
  row: ChangingRow,
  event: { type: ChangeRequestEvent; actor: NewEvent['actor']; at: Date; details?: EventPayload },
): Promise<void> {
  const { type, actor, at, details } = event;
  const place = { organizationId: row.organization_id, spaceId: row.space_id };
  const { change_request_id: id, number, subject, status } = row;
  if (row.is_followed) await unit.followers.changeRequestChanged.follow(unit, { ...place, at });
  await emitEvent(unit, place, {
    type,
    actor,
    at,
    payload: { changeRequest: { id, number, subject, status }, ...details },
  });
}

/** The event that a change of the status triggers; undefined for a return to a draft. */
export function eventOfStatus(status: ChangeRequestRow['status']): ChangeRequestEvent | undefined {
  if (status === 'open') return 'change_request.opened';
  return status === 'archived' ? 'change_request.archived' : undefined;
}
