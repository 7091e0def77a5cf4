import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { listDeliveryRows } from './deliveries.repository.ts';
import {
  deliveryNotFound,
  getDeliveryRow,
  redeliver,
  sendTest,
  webhookDisabled,
} from './deliveries.service.ts';
import { presentDelivery, presentDeliveryDetails } from './webhooks.present.ts';
import {
  DeliveryParams,
  ListDeliveriesQuery,
  WebhookDeliveryDetailsSchema,
  WebhookDeliverySchema,
  WebhookEventSchema,
  WebhookParams,
} from './webhooks.schemas.ts';
import { getWebhookRow, webhookNotFound } from './webhooks.service.ts';

const WebhookDelivery = refTo(WebhookDeliverySchema);

export const webhookDeliveryRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    app.addSchema(WebhookEventSchema);
    app.addSchema(WebhookDeliverySchema);
    app.addSchema(WebhookDeliveryDetailsSchema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId/test',
      config: {
        access: 'organization:administer',
        audit: { none: 'changes nothing: it sends a request that tells nothing' },
        errors: [webhookNotFound],
      },
      schema: {
        operationId: 'testWebhook',
        tags: ['Webhooks'],
        summary: 'Test a webhook',
        description:
          'Sends one event of the type `webhook.test`, even if the webhook is disabled. Get the delivery to see the result.',
        params: WebhookParams,
        response: { 202: WebhookDelivery },
      },
      handler: async (request, reply) => {
        const row = await sendTest(context, causeOf(request), request.params);
        const delivery = presentDelivery(row, config.baseUrl);
        reply.code(202).header('location', delivery.urls.location);
        return delivery;
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId/deliveries',
      config: { access: 'organization:administer', errors: [webhookNotFound] },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags: ['Webhooks'],
        summary: 'List the deliveries of a webhook',
        description: 'Newest first. Deliveries are kept for 30 days.',
        params: WebhookParams,
        querystring: ListDeliveriesQuery,
        response: { 200: listOf(WebhookDelivery) },
      },
      handler: async (request) => {
        const { organizationId, webhookId } = request.params;
        const { state } = request.query;
        await getWebhookRow(db, request.params);
        const list = openList<string>(cursors, `webhook-deliveries:${webhookId}:${state}`, request.query);
        const rows = await listDeliveryRows(context, { organizationId, webhookId, state, ...list.asked });
        return list.present(rows, (row) => presentDelivery(row, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId',
      config: { access: 'organization:administer', errors: [deliveryNotFound] },
      schema: {
        operationId: 'getWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Get a delivery',
        description: 'Includes the body of the request.',
        params: DeliveryParams,
        response: { 200: refTo(WebhookDeliveryDetailsSchema) },
      },
      handler: async (request) =>
        presentDeliveryDetails(await getDeliveryRow(context, request.params), config.baseUrl),
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
      config: {
        access: 'organization:administer',
        audit: { none: 'changes nothing: it repeats a request' },
        errors: [webhookNotFound, deliveryNotFound, webhookDisabled],
      },
      schema: {
        operationId: 'redeliverWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Send a delivery again',
        description:
          'The request has the same `X-Lectern-Delivery` as before. If the delivery is still waiting, it is attempted now.',
        params: DeliveryParams,
        response: { 202: WebhookDelivery },
      },
      handler: async (request, reply) => {
        const row = await redeliver(context, request.params);
        reply.code(202);
        return presentDelivery(row, config.baseUrl);
      },
    });
  };
