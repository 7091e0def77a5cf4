import { sendTest } from '../../apps/server/domains/core/webhooks/deliveries.service.ts';
import { createWebhook } from '../../apps/server/domains/core/webhooks/webhooks.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { TestApp } from '../app.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const WEBHOOKS = '/v1/orgs/:organizationId/webhooks';
const WEBHOOK = `${WEBHOOKS}/:webhookId`;
const DELIVERY = `${WEBHOOK}/deliveries/:deliveryId`;

/** No name under this domain ever leads anywhere. */
const BODY = { title: 'A webhook', url: 'https://hooks.invalid/', events: ['page.created' as const] };

/** Names a webhook with a delivery. */
export async function nameWebhook({ context }: TestApp, organizationId: string): Promise<Named> {
  const { row } = await createWebhook(context, BY_OPERATOR, organizationId, { ...BODY, title: 'Kept' });
  const webhookId = row.webhook_id;
  const delivery = await sendTest(context, BY_OPERATOR, { organizationId, webhookId });
  return { webhookId, deliveryId: delivery.delivery_id };
}

const someWebhook = async ({ app }: Setup): Promise<Named> => {
  const { row } = await createWebhook(app.context, BY_OPERATOR, app.organizationId, BODY);
  return { webhookId: row.webhook_id };
};

/** An organization has a limited number of them. */
const deleteWebhooks = async ({ app }: Setup): Promise<void> => {
  await app.context.db.deleteFrom('webhook').where('title', '=', BODY.title).execute();
};

export const WEBHOOK_CALLS: Record<string, Call> = {
  [`GET ${WEBHOOKS}`]: { status: 200 },
  [`POST ${WEBHOOKS}`]: { status: 201, body: () => BODY, undo: deleteWebhooks },
  [`GET ${WEBHOOK}`]: { status: 200 },
  [`PATCH ${WEBHOOK}`]: { status: 200, body: () => ({ events: ['page.moved'] }) },
  [`DELETE ${WEBHOOK}`]: { status: 204, name: someWebhook, undo: deleteWebhooks },
  [`POST ${WEBHOOK}/secret`]: { status: 200 },
  [`POST ${WEBHOOK}/test`]: { status: 202 },
  [`GET ${WEBHOOK}/deliveries`]: { status: 200 },
  [`GET ${DELIVERY}`]: { status: 200 },
  [`POST ${DELIVERY}/redeliver`]: { status: 202 },
};

export const WEBHOOK_EXPECTATIONS: Record<string, Expectation> = Object.fromEntries(
  [
    `GET ${WEBHOOKS}`,
    `POST ${WEBHOOKS}`,
    `GET ${WEBHOOK}`,
    `PATCH ${WEBHOOK}`,
    `DELETE ${WEBHOOK}`,
    `POST ${WEBHOOK}/secret`,
    `POST ${WEBHOOK}/test`,
    `GET ${WEBHOOK}/deliveries`,
    `GET ${DELIVERY}`,
    `POST ${DELIVERY}/redeliver`,
  ].map((route) => [route, 'admin: admin of organization']),
);
