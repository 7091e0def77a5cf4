import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { invalidRequest } from '../../../platform/http/errors.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { payloadTooLarge, unsupportedMediaType } from '../../../platform/http/request-errors.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import {
  getConnectionOfWebhook,
  receiveWebhook,
  webhookAddressNotFound,
  webhookNotAuthentic,
} from './git-webhooks.service.ts';

/** A host sends the webhooks of all its repositories from a few addresses. */
const DELIVERIES_PER_MINUTE = 600;
/** A push of two thousand commits with their files. Bodies are read only for addresses that exist. */
const MAX_BODY_BYTES = 5_000_000;

const ReceiptSchema = Type.Object({
  requested: Type.Boolean({ description: 'Whether a sync was requested.' }),
  reason: Type.Optional(Type.String({ description: 'Why no sync was requested.' })),
});

export const gitWebhookRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    // Signatures are of the bytes as they were sent.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ['application/json', 'application/x-www-form-urlencoded'],
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    const connections = new WeakMap<object, ConnectionRow>();

    app.route({
      method: 'POST',
      url: '/v1/git/webhooks/:webhookToken',
      bodyLimit: MAX_BODY_BYTES,
      config: {
        access: 'public',
        audit: { none: 'It starts a sync, which changes content.' },
        errors: [
          webhookAddressNotFound,
          webhookNotAuthentic,
          invalidRequest,
          payloadTooLarge,
          unsupportedMediaType,
        ],
        rateLimit: limitedByAddress(DELIVERIES_PER_MINUTE),
      },
      schema: {
        operationId: 'receiveGitWebhook',
        tags: ['Git'],
        summary: 'Receive a webhook of a Git host',
        description:
          'The address is `urls.webhook` of the connection. It requires no token, because the signature or secret proves who sent the webhook. GitHub, GitLab, Gitea, Forgejo and Bitbucket are supported. Events that do not require a sync are accepted and ignored.',
        params: Type.Object({ webhookToken: Type.String({ maxLength: 100 }) }),
        response: { 202: ReceiptSchema },
      },
      // Before the body is read: nobody who guesses an address can make the service hold large bodies.
      preParsing: async (request) => {
        const { webhookToken } = request.params as { webhookToken: string };
        connections.set(request, await getConnectionOfWebhook(context.db, webhookToken));
      },
      handler: async (request, reply) => {
        const connection = connections.get(request);
        if (!connection) throw webhookAddressNotFound();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const receipt = await receiveWebhook(context, connection, { headers: request.headers, body });
        reply.code(202);
        return receipt;
      },
    });
  };
