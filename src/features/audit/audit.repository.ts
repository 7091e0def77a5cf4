import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';

export type AuditEventRow = Selectable<DB['audit_event']>;
/** As lists show it. */
export type ListedEventRow = Omit<AuditEventRow, 'payload' | 'address'>;

export interface EventFilter {
  organizationId: string;
  from: Date | undefined;
  to: Date | undefined;
  action: string | undefined;
  actorId: string | undefined;
  targetId: string | undefined;
}

/** Where a page ends: events of one millisecond are told apart by their ids. */
export interface EventPosition {
  at: string;
  eventId: string;
}

/** Newest first. `before`: the last event of the page before. */
export async function listEventRows(
  db: Kysely<DB>,
  filter: EventFilter,
  { before, limit }: { before: EventPosition | undefined; limit: number },
): Promise<ListedEventRow[]> {
  const older = before
    ? sql`and (occurred_at, event_id) < (${before.at}::timestamptz, ${before.eventId}::uuid)`
    : sql``;
  const { rows } = await sql<ListedEventRow>`
    select organization_id, event_id, occurred_at, action, actor_type, actor_id, actor_label, source,
      target_type, target_id, target_label
    from audit_event where ${matches(filter)} ${older}
    order by occurred_at desc, event_id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many events match; undefined when there are more than `most`: counting millions takes longer than anyone waits. */
export async function countEvents(
  db: Kysely<DB>,
  filter: EventFilter,
  most: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from audit_event where ${matches(filter)} limit ${most + 1}) counted`.execute(db);
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
