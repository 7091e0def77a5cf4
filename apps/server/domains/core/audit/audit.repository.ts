import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { AuditEventRow, ListedEventRow } from './audit.queries.ts';

export interface EventFilter {
  organizationId: string;
  from: Date | undefined;
  to: Date | undefined;
  action: string | undefined;
  actorId: string | undefined;
  targetId: string | undefined;
}

/** The position where a page ends: events of the same millisecond are ordered by id. */
export interface EventPosition {
  at: string;
  eventId: string;
}

/** Newest first. `after`: the last event of the page before. */
export async function listEventRows(
  db: Kysely<DB>,
  filter: EventFilter,
  { after, limit }: { after: EventPosition | undefined; limit: number },
): Promise<ListedEventRow[]> {
  const older = after
    ? sql`and (occurred_at, event_id) < (${after.at}::timestamptz, ${after.eventId}::uuid)`
    : sql``;
  // With every filter, the ids are read only from an index: a target may have many events, and an actor few of them.
  const { rows } = await sql<ListedEventRow>`
    select e.organization_id, e.event_id, e.occurred_at, e.action, e.actor_type, e.actor_id, e.actor_label, e.source,
      e.target_type, e.target_id, e.target_label
    from (
      select organization_id, event_id from audit_event where ${matches(filter)} ${older}
      order by occurred_at desc, event_id desc limit ${limit}) page
    join audit_event e on e.organization_id = ${filter.organizationId} and e.event_id = page.event_id
    order by e.occurred_at desc, e.event_id desc`.execute(db);
  return rows;
}

/** Counts matching events; undefined if there are more than `most`: counting millions takes too long. */
export async function countEvents(
  db: Kysely<DB>,
  filter: EventFilter,
  most: number,
): Promise<number | undefined> {
  // In index order: with an unordered limit the planner may read the whole table, expecting to find enough rows early.
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from audit_event where ${matches(filter)}
      order by occurred_at desc, event_id desc limit ${most + 1}) counted`.execute(db);
  const count = Number(rows[0]?.count);
  return count > most ? undefined : count;
}

export async function findEventRow(
  db: Kysely<DB>,
  { organizationId, eventId }: { organizationId: string; eventId: string },
): Promise<AuditEventRow | undefined> {
  return db
    .selectFrom('audit_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
}

function matches({ organizationId, from, to, action, actorId, targetId }: EventFilter) {
  const asked = [sql`organization_id = ${organizationId}`];
  if (from) asked.push(sql`occurred_at >= ${from}`);
  if (to) asked.push(sql`occurred_at <= ${to}`);
  if (action !== undefined) asked.push(sql`action = ${action}`);
  if (actorId !== undefined) asked.push(sql`actor_id = ${actorId}`);
  if (targetId !== undefined) asked.push(sql`target_id = ${targetId}`);
  return sql.join(asked, sql` and `);
}

const BATCH = 500;

/** Reads all matching events, oldest first, some at a time. `after`: begins behind this event. */
export async function* readEventRows(
  db: Kysely<DB>,
  filter: EventFilter,
  after: EventPosition | undefined,
): AsyncGenerator<AuditEventRow[]> {
  let last = after;
  for (;;) {
    const later = last
      ? sql`and (occurred_at, event_id) > (${last.at}::timestamptz, ${last.eventId}::uuid)`
      : sql``;
    const { rows } = await sql<AuditEventRow>`
      select * from audit_event where ${matches(filter)} ${later}
      order by occurred_at, event_id limit ${BATCH}`.execute(db);
    yield rows;
    const end = rows.at(-1);
    if (rows.length < BATCH || !end) return;
    last = { at: end.occurred_at.toISOString(), eventId: end.event_id };
  }
}
