import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { OrganizationParams } from '../conversations.schemas.ts';
import { findSettings } from './settings.repository.ts';
import { ConversationSettingsSchema, UpdateConversationSettingsBody } from './settings.schemas.ts';
import { updateConversationSettings } from './settings.service.ts';

const url = '/v1/orgs/:organizationId/conversations-settings';
const tags = ['Conversations'];
const response = { 200: refTo(ConversationSettingsSchema) };

export const conversationSettingsRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(ConversationSettingsSchema);

    app.route({
      method: 'GET',
      url,
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'getConversationSettings',
        tags,
        summary: 'Get the settings of conversations',
        params: OrganizationParams,
        response,
      },
      handler: async (request) => ({
        object: 'conversation-settings' as const,
        ...(await findSettings(context.db, request.params.organizationId)),
      }),
    });

    app.route({
      method: 'PATCH',
      url,
      config: { access: 'organization:administer', audit: 'conversation-settings.updated' },
      schema: {
        operationId: 'updateConversationSettings',
        tags,
        summary: 'Update the settings of conversations',
        description:
          'Absent fields keep their values. New rules apply only to conversations that are sent later; stored conversations do not change.',
        params: OrganizationParams,
        body: UpdateConversationSettingsBody,
        response,
      },
      handler: async (request) => ({
        object: 'conversation-settings' as const,
        ...(await updateConversationSettings(
          context,
          causeOf(request),
          request.params.organizationId,
          request.body,
        )),
      }),
    });
  };
