import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentWebhook, webhookLocation } from './webhooks.present.ts';
import { listWebhookRows } from './webhooks.repository.ts';
import {
  CreateWebhookBody,
  ListWebhooksQuery,
  OrganizationParams,
  UpdateWebhookBody,
  WebhookParams,
  WebhookSchema,
} from './webhooks.schemas.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhookRow,
  rotateSecret,
  tooManyWebhooks,
  updateWebhook,
  webhookNotFound,
} from './webhooks.service.ts';

const Webhook = refTo(WebhookSchema);

export const webhookRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db, clock } = context;
    app.addSchema(WebhookSchema);
    const shown = (secret?: string) => ({
      baseUrl: config.baseUrl,
      now: clock(),
      ...(secret === undefined ? {} : { secret }),
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/webhooks',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'listWebhooks',
        tags: ['Webhooks'],
        summary: 'List the webhooks of an organization',
        params: OrganizationParams,
        querystring: ListWebhooksQuery,
        response: { 200: listOf(Webhook) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `webhooks:${organizationId}`, request.query);
        const rows = await listWebhookRows(db, { organizationId, ...list.asked });
        return list.present(rows, (row) => presentWebhook(row, shown()));
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/webhooks',
      config: { access: 'organization:administer', audit: 'webhook.created', errors: [tooManyWebhooks] },
      schema: {
        operationId: 'createWebhook',
        tags: ['Webhooks'],
        summary: 'Create a webhook',
        description: 'The signing secret is shown only in this response.',
        params: OrganizationParams,
        body: CreateWebhookBody,
        response: { 201: Webhook },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { row, secret } = await createWebhook(context, causeOf(request), organizationId, request.body);
        reply.code(201).header('location', webhookLocation(row, config.baseUrl));
        return presentWebhook(row, shown(secret));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId',
      config: { access: 'organization:administer', errors: [webhookNotFound] },
      schema: {
        operationId: 'getWebhook',
        tags: ['Webhooks'],
        summary: 'Get a webhook',
        params: WebhookParams,
        response: { 200: Webhook },
      },
      handler: async (request) => presentWebhook(await getWebhookRow(db, request.params), shown()),
    });

    app.route({
      method: 'PATCH',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId',
      config: { access: 'organization:administer', audit: 'webhook.updated', errors: [webhookNotFound] },
      schema: {
        operationId: 'updateWebhook',
        tags: ['Webhooks'],
        summary: 'Update a webhook',
        description:
          'Absent fields keep their values. Disabling a webhook fails its waiting deliveries. Enabling a webhook that Lectern disabled resets its failures.',
        params: WebhookParams,
        body: UpdateWebhookBody,
        response: { 200: Webhook },
      },
      handler: async (request) =>
        presentWebhook(await updateWebhook(context, causeOf(request), request.params, request.body), shown()),
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId',
      config: { access: 'organization:administer', audit: 'webhook.deleted', errors: [webhookNotFound] },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['Webhooks'],
        summary: 'Delete a webhook',
        description: 'Also deletes its deliveries, including waiting ones.',
        params: WebhookParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteWebhook(context, causeOf(request), request.params);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/webhooks/:webhookId/secret',
      config: {
        access: 'organization:administer',
        audit: 'webhook.secret-rotated',
        errors: [webhookNotFound],
      },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags: ['Webhooks'],
        summary: 'Rotate the secret of a webhook',
        description:
          'Creates a new secret, which is shown only in this response. For 24 hours, requests are also signed with the previous secret.',
        params: WebhookParams,
        response: { 200: Webhook },
      },
      handler: async (request) => {
        const { row, secret } = await rotateSecret(context, causeOf(request), request.params);
        return presentWebhook(row, shown(secret));
      },
    });
  };
