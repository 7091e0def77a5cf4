import type { Static } from 'typebox';
import type { DeliveryRow } from './deliveries.repository.ts';
import type { EventPayload } from './event-types.ts';
import type { WebhookEventSchema } from './webhooks.schemas.ts';

type SentEvent = Static<typeof WebhookEventSchema>;

type EventRow = Pick<
  DeliveryRow,
  'organization_id' | 'event_id' | 'type' | 'space_id' | 'space_title' | 'actor' | 'payload' | 'occurred_at'
>;

/** The body of a request. The addresses are those of now: the base URL may have changed since the event. */
export function presentEvent(row: EventRow, baseUrl: string): SentEvent {
  return {
    version: 1,
    id: row.event_id,
    type: row.type as SentEvent['type'],
    createdAt: row.occurred_at.toISOString(),
    organization: row.organization_id,
    ...(row.space_id === null
      ? {}
      : {
          space: {
            id: row.space_id,
            title: row.space_title ?? '',
            urls: {
              location: `${baseUrl}/v1/spaces/${row.space_id}`,
              app: `${baseUrl}/app/s/${row.space_id}`,
            },
          },
        }),
    actor: row.actor,
    ...withAddresses(row.payload, row, baseUrl),
  };
}

function withAddresses(
  payload: EventPayload,
  { organization_id, space_id, type }: EventRow,
  baseUrl: string,
): EventPayload {
  const { revision, page, changeRequest, comment, openapiSpec, openapiSpecVersion, auditEvent, webhook } =
    payload;
  const space = `${baseUrl}/v1/spaces/${space_id}`;
  const app = `${baseUrl}/app/s/${space_id}`;
  const discussed = changeRequest ? `${space}/change-requests/${changeRequest.id}` : space;
  const spec = openapiSpec && `${baseUrl}/v1/orgs/${organization_id}/openapi/${openapiSpec.slug}`;
  const urls = {
    revision: revision && {
      location: `${space}/revisions/${revision.id}`,
      app: `${app}/revisions/${revision.id}`,
    },
    // A deleted page is no longer there.
    page: page &&
      type !== 'page.deleted' && { location: `${space}/content/page/${page.id}`, app: `${app}/${page.id}` },
    changeRequest: changeRequest && { location: discussed },
    comment: comment && { location: `${discussed}/comments/${comment.id}` },
    openapiSpec: spec && { location: spec },
    openapiSpecVersion: openapiSpecVersion && { location: `${spec}/versions/${openapiSpecVersion.id}` },
    auditEvent: auditEvent && {
      location: `${baseUrl}/v1/orgs/${organization_id}/audit-events/${auditEvent.id}`,
    },
    webhook: webhook && { location: `${baseUrl}/v1/orgs/${organization_id}/webhooks/${webhook.id}` },
  };
  const addressed = Object.entries(urls).flatMap(([name, at]) =>
    at ? [[name, { ...(payload[name] as object), urls: at }]] : [],
  );
  return { ...payload, ...Object.fromEntries(addressed) };
}
