import { sql, type Transaction } from 'kysely';
import { isDistributed } from './distributed-adapter.ts';
import { toJsonText } from './json-text.ts';
import type { DB } from './schema.ts';
import { queueStatement } from './statement-queue.ts';

/** On a distributed database, does what the trigger `audit_outbox` does elsewhere when audit events are stored. */
export async function sendAuditEvents(
  trx: Transaction<DB>,
  events: readonly { organization_id: string; event_id: string; occurred_at: string }[],
): Promise<void> {
  if (!isDistributed(trx)) return;
  const rows = events.map(({ organization_id, event_id, occurred_at }) => ({
    organization_id,
    event_id,
    occurred_at,
  }));
  await queueStatement(
    trx,
    sql`
      insert into audit_outbox (receiver, organization_id, event_id)
      select receiver, organization_id, event_id
      from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as e(
          organization_id uuid, event_id uuid, occurred_at timestamptz)
        cross join (values ('webhooks'), ('syslog')) as r(receiver)
      order by occurred_at, event_id`,
  );
}
