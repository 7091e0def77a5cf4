import { sql, type Transaction } from 'kysely';
import type { Cause } from '../../access/cause.ts';
import { toJsonText } from '../../db/json-text.ts';
import type { DB } from '../../db/schema.ts';
import { newId } from '../../http/ids.ts';
import type { AuditAction } from './actions.ts';
import { toPayload } from './payload.ts';

/** A change as administrators see it in the audit. Values that look like secrets, or are too large, are not stored. */
export interface NewEvent {
  organizationId: string;
  cause: Cause;
  action: AuditAction;
  target: {
    type:
      | 'organization'
      | 'member'
      | 'invite'
      | 'team'
      | 'space'
      | 'collection'
      | 'saml-provider'
      | 'token'
      | 'user';
    id: string;
    /** The current name of the target. */
    label?: string | null;
  };
  /** The state before and after the change, and any other detail. */
  payload?: { before?: object; after?: object; [more: string]: unknown };
  at: Date;
}

/** Records the change in the transaction that makes it, so that neither exists without the other. */
export async function recordEvent(trx: Transaction<DB>, event: NewEvent): Promise<void> {
  await recordEvents(trx, [event]);
}

/** Inserts any number of events in one statement. */
export async function recordEvents(trx: Transaction<DB>, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ organizationId, cause, action, target, payload = {}, at }) => ({
    organization_id: organizationId,
    event_id: newId(),
    occurred_at: at.toISOString(),
    action,
    ...actorColumns(cause),
    source: cause.source,
    address: cause.address,
    target_type: target.type,
    target_id: target.id,
    target_label: target.label ?? null,
    payload: toPayload(payload),
  }));
  // The names of people whom an event mentions by id are stored as they are now.
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
}

function actorColumns({ actor }: Cause) {
  if (!actor) return { actor_type: 'system', actor_id: 'system', user_id: null, token_id: null };
  if (actor.kind === 'user') {
    return { actor_type: 'user', actor_id: actor.userId, user_id: actor.userId, token_id: null };
  }
  return { actor_type: 'service', actor_id: actor.tokenId, user_id: null, token_id: actor.tokenId };
}
