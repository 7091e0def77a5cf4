import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { OrganizationParams } from '../../identity/organizations/organizations.schemas.ts';
import { deleteOrganization } from './delete-organization.service.ts';

export const deleteOrganizationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId',
      config: { access: 'organization:administer', audit: 'organization.deleted' },
      schema: {
        operationId: 'deleteOrganization',
        tags: ['Organizations'],
        summary: 'Delete an organization',
        description:
          'Deletes the organization and everything in it. Access ends immediately. An operator of the instance can restore the organization within seven days.',
        params: OrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteOrganization(context, causeOf(request), request.params.organizationId);
        return sendNothing(reply, 204);
      },
    });
  };
