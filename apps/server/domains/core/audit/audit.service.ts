import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { cutPage } from '../../../platform/http/lists.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { AuditEventRow, ListedEventRow } from './audit.queries.ts';
import {
  countEvents,
  type EventFilter,
  type EventPosition,
  findEventRow,
  listEventRows,
} from './audit.repository.ts';
import type { ListAuditEventsQuery } from './audit.schemas.ts';

export const auditEventNotFound = defineNotFound('audit-event-not-found', 'audit event');

/** Above this number a list does not say how many events match. */
const MAX_COUNTED = 10_000;

export interface PageOfEvents {
  rows: ListedEventRow[];
  count: number | undefined;
  next: string | undefined;
}

export async function listEvents(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  organizationId: string,
  query: Static<typeof ListAuditEventsQuery>,
): Promise<PageOfEvents> {
  const { from, to, action, actor, target } = query;
  const list = openList<EventPosition>(
    cursors,
    `audit-events:${JSON.stringify([organizationId, from, to, action, actor, target])}`,
    { limit: 20, ...query },
  );
  const filter: EventFilter = {
    organizationId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    action,
    actorId: actor,
    targetId: target,
  };
  const { after, limit } = list.asked;
  const found = await listEventRows(db, filter, { after, limit: limit + 1 });
  const { rows, next } = cutPage(found, limit, 0, positionOf);
  const isAll = after === undefined && next === undefined;
  const count = isAll ? rows.length : await countEvents(db, filter, MAX_COUNTED);
  return { rows, count, next: next && list.cursorOf(next) };
}

export async function getEvent(
  db: Context['db'],
  { organizationId, auditEventId }: { organizationId: string; auditEventId: string },
): Promise<AuditEventRow> {
  const row = isId(auditEventId)
    ? await findEventRow(db, { organizationId, eventId: auditEventId })
    : undefined;
  if (!row) throw auditEventNotFound();
  return row;
}

const positionOf = (row: ListedEventRow): EventPosition => ({
  at: row.occurred_at.toISOString(),
  eventId: row.event_id,
});
