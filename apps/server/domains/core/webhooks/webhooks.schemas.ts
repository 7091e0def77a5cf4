import { Type } from 'typebox';
import { Id, ListQuery, nullable, refTo, Timestamp, Url, WebUrl } from '../../../platform/http/schemas.ts';
import { EVENT_TYPES, TEST_EVENT } from './event-types.ts';

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Events = Type.Array(Type.Enum([...EVENT_TYPES]), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description: 'The types of events that are sent.',
});
const Enabled = Type.Boolean({
  description: 'Events that occur while a webhook is disabled are never sent.',
});

export const WebhookSchema = Type.Object(
  {
    object: Type.Literal('webhook'),
    id: Id,
    title: Type.String(),
    url: Url,
    events: Type.Array(Type.String(), { description: 'The types of events that are sent.' }),
    enabled: Enabled,
    disabledReason: Type.Optional(
      Type.String({ description: 'Why Lectern disabled the webhook. Absent if a user disabled it.' }),
    ),
    failingSince: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'The time of the first failed attempt since the last successful one, not counting tests.',
      }),
    ),
    secret: Type.Optional(
      Type.String({
        description: 'The signing secret. Shown only in the response that creates it.',
      }),
    ),
    previousSecretUntil: Type.Optional(
      Type.String({
        ...Timestamp,
        description: 'Until then, requests are also signed with the previous secret.',
      }),
    ),
    createdBy: Type.Optional(Id),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Url }),
  },
  { $id: 'Webhook' },
);

/** The body of a delivery, documented in docs/api/webhooks.md. */
export const WebhookEventSchema = Type.Object(
  {
    version: Type.Literal(1),
    id: Id,
    type: Type.Enum([...EVENT_TYPES, TEST_EVENT]),
    createdAt: Timestamp,
    organization: Id,
    space: Type.Optional(
      Type.Object({ id: Id, title: Type.String(), urls: Type.Object({ location: Url, app: Url }) }),
    ),
    actor: Type.Object({ type: Type.Enum(['user', 'service-account', 'system']), id: Type.Optional(Id) }),
  },
  {
    title: 'WebhookEvent',
    $id: 'WebhookEvent',
    additionalProperties: true,
    description: 'The body of the request. The type determines the other fields.',
  },
);

const DeliveryFields = {
  object: Type.Literal('webhook-delivery'),
  id: Type.String({ ...Id, description: 'The value of `X-Lectern-Delivery`, the same in every attempt.' }),
  webhook: Id,
  event: Type.Object({ id: Id, type: Type.String() }),
  space: Type.Optional(Id),
  state: Type.Enum(['waiting', 'delivered', 'failed'], {
    description:
      '`waiting`: will be attempted. `failed`: every attempt failed, or the webhook was disabled before.',
  }),
  attempts: Type.Array(
    Type.Object({
      at: Timestamp,
      milliseconds: Type.Integer(),
      status: Type.Optional(
        Type.Integer({ description: 'The HTTP status. Absent if there was no response.' }),
      ),
      response: Type.Optional(Type.String({ description: 'The first 1024 characters of the response.' })),
      error: Type.Optional(Type.String({ description: 'Why there was no response.' })),
    }),
    { description: 'The last 20 attempts, oldest first.' },
  ),
  nextAttemptAt: Type.Optional(
    Type.String({
      ...Timestamp,
      description:
        'The earliest time of the next attempt. Earlier events of the same space are delivered first.',
    }),
  ),
  createdAt: Timestamp,
  endedAt: Type.Optional(Timestamp),
  urls: Type.Object({ location: Url }),
};

export const WebhookDeliverySchema = Type.Object(DeliveryFields, { $id: 'WebhookDelivery' });

export const WebhookDeliveryDetailsSchema = Type.Object(
  { ...DeliveryFields, payload: refTo(WebhookEventSchema) },
  { $id: 'WebhookDeliveryDetails' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const WebhookParams = Type.Object({ organizationId: Id, webhookId: Id });
export const DeliveryParams = Type.Object({ organizationId: Id, webhookId: Id, deliveryId: Id });
export const ListWebhooksQuery = Type.Object(ListQuery);
export const ListDeliveriesQuery = Type.Object({
  ...ListQuery,
  state: Type.Optional(DeliveryFields.state),
});

export const CreateWebhookBody = Type.Object({
  title: Title,
  url: WebUrl,
  events: Events,
  enabled: Type.Optional(Enabled),
});

export const UpdateWebhookBody = Type.Object({
  title: Type.Optional(Title),
  url: Type.Optional(WebUrl),
  events: Type.Optional(Events),
  enabled: Type.Optional(nullable(Enabled)),
});
