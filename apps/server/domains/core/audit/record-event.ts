import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { AuditAction } from './actions.ts';
import { insertEvents } from './events.repository.ts';
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
      | 'site'
      | 'oidc-provider'
      | 'saml-provider'
      | 'preview-link'
      | 'share-link'
      | 'conversation'
      | 'openapi-spec'
      | 'token'
      | 'webhook'
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
  await insertEvents(trx, rows);
}

function actorColumns({ actor }: Cause) {
  if (!actor) return { actor_type: 'system', actor_id: 'system', user_id: null, token_id: null };
  if (actor.kind === 'user') {
    return { actor_type: 'user', actor_id: actor.userId, user_id: actor.userId, token_id: null };
  }
  return { actor_type: 'service', actor_id: actor.tokenId, user_id: null, token_id: actor.tokenId };
}
