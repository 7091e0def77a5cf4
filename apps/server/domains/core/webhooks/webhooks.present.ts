import type { Static } from 'typebox';
import type { DeliveryRow } from './deliveries.repository.ts';
import { presentEvent } from './event.present.ts';
import type { WebhookRow } from './webhooks.repository.ts';
import type {
  WebhookDeliveryDetailsSchema,
  WebhookDeliverySchema,
  WebhookSchema,
} from './webhooks.schemas.ts';

export const webhookLocation = (
  row: Pick<WebhookRow, 'organization_id' | 'webhook_id'>,
  baseUrl: string,
): string => `${baseUrl}/v1/orgs/${row.organization_id}/webhooks/${row.webhook_id}`;

/** `secret`: only in the response that creates it. */
export function presentWebhook(
  row: WebhookRow,
  { baseUrl, now, secret }: { baseUrl: string; now: Date; secret?: string },
): Static<typeof WebhookSchema> {
  const { previous_secret_until: until } = row;
  return {
    object: 'webhook',
    id: row.webhook_id,
    title: row.title,
    url: row.url,
    events: row.events,
    enabled: row.is_enabled,
    ...(row.disabled_reason === null ? {} : { disabledReason: row.disabled_reason }),
    ...(row.failing_since ? { failingSince: row.failing_since.toISOString() } : {}),
    ...(secret === undefined ? {} : { secret }),
    ...(until && until > now ? { previousSecretUntil: until.toISOString() } : {}),
    ...(row.created_by ? { createdBy: row.created_by } : {}),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: webhookLocation(row, baseUrl) },
  };
}

export function presentDelivery(row: DeliveryRow, baseUrl: string): Static<typeof WebhookDeliverySchema> {
  return {
    object: 'webhook-delivery',
    id: row.delivery_id,
    webhook: row.webhook_id,
    event: { id: row.event_id, type: row.type },
    ...(row.space_id ? { space: row.space_id } : {}),
    state: row.state,
    attempts: row.attempts,
    ...(row.state === 'waiting' ? { nextAttemptAt: row.run_at.toISOString() } : {}),
    createdAt: row.created_at.toISOString(),
    ...(row.ended_at ? { endedAt: row.ended_at.toISOString() } : {}),
    urls: { location: `${webhookLocation(row, baseUrl)}/deliveries/${row.delivery_id}` },
  };
}

export const presentDeliveryDetails = (
  row: DeliveryRow,
  baseUrl: string,
): Static<typeof WebhookDeliveryDetailsSchema> => ({
  ...presentDelivery(row, baseUrl),
  payload: presentEvent(row, baseUrl),
});
