import type { Cause } from '../../../platform/access/cause.ts';

/** The types of webhook events. A released name keeps its meaning, because receivers depend on it. */
export const EVENT_TYPES = [
  'revision.created',
  'page.created',
  'page.edited',
  'page.moved',
  'page.deleted',
  'change_request.opened',
  'change_request.updated',
  'change_request.reviewed',
  'change_request.checked',
  'change_request.merged',
  'change_request.archived',
  'comment.created',
  'openapi_spec.version_created',
  'audit_event.recorded',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The event of a test, which is sent to one webhook regardless of its event types. */
export const TEST_EVENT = 'webhook.test';

/**
 * The payload of an event: ids, names and numbers, never content or secrets. Addresses are added when it is sent, by
 * the names of these fields.
 */
export interface EventPayload {
  revision?: { id: string; type?: string; message?: string | null };
  page?: { id: string; title: string; path?: string; type?: string };
  changeRequest?: { id: string; number: number; subject?: string; status?: string };
  review?: { id: string; status?: string };
  check?: { name: string; status: string };
  comment?: { id: string };
  openapiSpec?: { id: string; slug: string };
  openapiSpecVersion?: { id: string };
  auditEvent?: { id: string; action: string; source: string; target: { type: string; id: string } };
  webhook?: { id: string; title: string };
  [detail: string]: unknown;
}

export interface NewEvent {
  type: EventType;
  payload: EventPayload;
  /** Undefined for the service itself. */
  actor: Cause['actor'];
  at: Date;
}

/** The actor in an event. The name is omitted, because it can change and must be deleted with the user. */
export interface EventActor {
  type: 'user' | 'service-account' | 'system';
  id?: string;
}

export function toEventActor(actor: Cause['actor']): EventActor {
  if (!actor) return { type: 'system' };
  if (actor.kind === 'user') return { type: 'user', id: actor.userId };
  return { type: 'service-account', id: actor.tokenId };
}
