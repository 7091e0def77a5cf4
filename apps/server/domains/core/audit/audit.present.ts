import type { Static } from 'typebox';
import type { AuditEventRow, ListedEventRow } from './audit.queries.ts';
import type { AuditEventDetailsSchema, AuditEventSchema } from './audit.schemas.ts';

/** The version of the meaning of payload fields. Increase it when a field comes to mean something else. */
const SCHEMA_VERSION = 1;

/** The names of actor types in the public clients, which know a service account as an integration. */
const ACTOR_TYPES = { user: 'user', service: 'integration', system: 'system' } as const;

/** The AuditEvent object. */
export function presentEvent(row: ListedEventRow, baseUrl: string): Static<typeof AuditEventSchema> {
  return {
    object: 'audit-event' as const,
    id: row.event_id,
    occurredAt: row.occurred_at.toISOString(),
    action: row.action,
    actor: {
      type: ACTOR_TYPES[row.actor_type],
      id: row.actor_id,
      ...(row.actor_label === null ? {} : { label: row.actor_label }),
    },
    source: row.source,
    target: {
      type: row.target_type,
      id: row.target_id,
      ...(row.target_label === null ? {} : { label: row.target_label }),
    },
    urls: { location: `${baseUrl}/v1/orgs/${row.organization_id}/audit-events/${row.event_id}` },
  };
}

/** Adds the state before and after the change, and the network address of the request. */
export const presentEventDetails = (
  row: AuditEventRow,
  baseUrl: string,
): Static<typeof AuditEventDetailsSchema> => ({
  ...presentEvent(row, baseUrl),
  schemaVersion: SCHEMA_VERSION,
  payload: {
    ...(row.payload as object),
    ...(row.address === null ? {} : { address: row.address }),
  },
});
