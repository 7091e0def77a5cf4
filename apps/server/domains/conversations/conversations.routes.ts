import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedTo } from '../../platform/access/authorize.ts';
import { causeOf } from '../../platform/access/cause.ts';
import type { Context } from '../../platform/context.ts';
import { sendNothing } from '../../platform/http/no-content.ts';
import { refTo } from '../../platform/http/schemas.ts';
import { presentConversationDetails } from './conversations.present.ts';
import { listIssueIds } from './conversations.repository.ts';
import {
  ConversationDetailsSchema,
  ConversationParams,
  DeleteConversationQuery,
  IngestConversationsBody,
  MAX_CONVERSATIONS,
  OrganizationParams,
} from './conversations.schemas.ts';
import {
  conversationNotFound,
  deleteConversation,
  getConversation,
  ingestFromCaller,
} from './conversations.service.ts';

const tags = ['Conversations'];

export const conversationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(ConversationDetailsSchema);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/conversations',
      config: {
        hasLargeBody: true,
        access: 'organization:write-conversations',
        audit: { none: 'It takes in what users said, often and in great numbers.' },
      },
      schema: {
        operationId: 'ingestConversation',
        tags,
        summary: 'Send conversations',
        description: `Accepts one conversation, or up to ${MAX_CONVERSATIONS}. Personal data is masked before anything is stored. A conversation with the same source and id replaces the earlier one. Issues and clusters are updated in the background.`,
        params: OrganizationParams,
        body: IngestConversationsBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { actor } = grantedTo(request);
        await ingestFromCaller(context, { organizationId, actor }, [request.body].flat());
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/conversations/:conversationId',
      config: { access: 'organization:read-conversations', errors: [conversationNotFound] },
      schema: {
        operationId: 'getConversation',
        tags,
        summary: 'Get a conversation',
        description: 'Returns the messages as stored, with personal data masked.',
        params: ConversationParams,
        response: { 200: refTo(ConversationDetailsSchema) },
      },
      handler: async (request) => {
        const row = await getConversation(db, request.params);
        return presentConversationDetails(row, await listIssueIds(db, request.params), config.baseUrl);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/conversations',
      config: {
        access: 'organization:write-conversations',
        audit: 'conversation.deleted',
        errors: [conversationNotFound],
      },
      schema: {
        operationId: 'deleteConversation',
        tags,
        summary: 'Delete a conversation',
        description:
          'Deletes a conversation and its issues, and removes them from the clusters. Clusters without issues are deleted unless they have tasks.',
        params: OrganizationParams,
        querystring: DeleteConversationQuery,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteConversation(context, causeOf(request), { ...request.params, ...request.query });
        return sendNothing(reply, 204);
      },
    });
  };
