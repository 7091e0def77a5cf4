import { sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import { sendAuditEvents } from '../../../platform/db/replaced-triggers.queries.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** An event as a row, with the id of the user or token whose present name it keeps. */
export interface NewEventRow {
  organization_id: string;
  event_id: string;
  occurred_at: string;
  action: string;
  actor_type: string;
  actor_id: string;
  user_id: string | null;
  token_id: string | null;
  source: string;
  address: string | null;
  target_type: string;
  target_id: string;
  target_label: string | null;
  payload: object;
}

/** Inserts any number of events in one statement. */
export async function insertEvents(trx: Transaction<DB>, rows: readonly NewEventRow[]): Promise<void> {
  // Events keep the name that a user or token has at this moment.
  await sql`
    insert into audit_event (organization_id, event_id, occurred_at, action, actor_type, actor_id, actor_label, source,
      address, target_type, target_id, target_label, payload)
    select e.organization_id, e.event_id, e.occurred_at, e.action, e.actor_type, e.actor_id,
      coalesce(u.display_name, t.title), e.source, e.address, e.target_type, e.target_id, e.target_label, e.payload
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as e(
      organization_id uuid, event_id uuid, occurred_at timestamptz, action text, actor_type text, actor_id text,
      user_id uuid, token_id uuid, source text, address text, target_type text, target_id text, target_label text,
      payload jsonb)
    left join user_account u on u.user_id = e.user_id
    left join organization_token t on t.organization_id = e.organization_id and t.token_id = e.token_id`.execute(
    trx,
  );
  await sendAuditEvents(trx, rows);
}
