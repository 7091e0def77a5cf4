import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { AuditEventRow } from '../audit/audit.queries.ts';

export type AuditReceiver = 'webhooks' | 'syslog';

export type OutboxRow = AuditEventRow & { place: string };

/** Whether any event waits. */
export const hasOutbox = (): RawBuilder<boolean> => sql`exists (select 1 from audit_outbox)`;

/** The next events for a receiver, in their order. Those of transactions that have not ended come later. */
export async function listOutbox(
  db: Kysely<DB> | Transaction<DB>,
  receiver: AuditReceiver,
  limit: number,
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select e.*, o.place from (
      select * from audit_outbox
      where receiver = ${receiver} and transaction < pg_snapshot_xmin(pg_current_snapshot())
      order by place limit ${limit}) o
    join audit_event e on e.organization_id = o.organization_id and e.event_id = o.event_id
    order by o.place`.execute(db);
  return rows;
}

/** Forgets the events of a receiver up to this place. */
export async function deleteOutbox(
  db: Kysely<DB> | Transaction<DB>,
  receiver: AuditReceiver,
  places: readonly string[],
): Promise<void> {
  await sql`
    delete from audit_outbox where receiver = ${receiver} and place = any(${places}::bigint[])`.execute(db);
}

/** Forgets all events of a receiver that there is not. */
export async function clearOutbox(db: Kysely<DB>, receiver: AuditReceiver): Promise<void> {
  await sql`
    delete from audit_outbox
    where receiver = ${receiver} and transaction < pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
}
