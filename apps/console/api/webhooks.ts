import type { RequestOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { pagedQuery } from './paged-query.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryState = Delivery['state'];
export type WebhookBody = RequestOf<'/v1/orgs/{organizationId}/webhooks', 'post'>['body'];
export type EventType = WebhookBody['events'][number];

/** A webhook as addresses name it. */
export interface WebhookKey {
  organizationId: string;
  webhookId: string;
}

export const webhooksQuery = (organizationId: string) =>
  pagedQuery(['organization', organizationId, 'webhooks'], (cursor) =>
    api.get('/v1/orgs/{organizationId}/webhooks', { path: { organizationId }, query: cursor }),
  );

export const webhookQuery = (path: WebhookKey) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'webhook', path.webhookId],
    queryFn: () => api.get('/v1/orgs/{organizationId}/webhooks/{webhookId}', { path }),
  });

/** While a request is on its way, the list is read again soon. */
const SOON_MS = 3000;

export const deliveriesQuery = (path: WebhookKey, state: DeliveryState | 'all') => ({
  ...pagedQuery(
    ['organization', path.organizationId, 'webhook', path.webhookId, 'deliveries', state],
    (cursor) =>
      api.get('/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries', {
        path,
        query: { limit: 20, ...(state === 'all' ? {} : { state }), ...cursor },
      }),
  ),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: { pages: { items: Delivery[] }[] } } }) =>
    data?.pages[0]?.items.some((one) => one.state === 'waiting' && one.attempts.length === 0)
      ? SOON_MS
      : false,
});

export const deliveryQuery = (path: WebhookKey & { deliveryId: string }) =>
  queryOptions({
    queryKey: ['organization', path.organizationId, 'webhook', path.webhookId, 'delivery', path.deliveryId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}', { path }),
    staleTime: 0,
  });
