import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../access/cause.ts';
import type { Context } from '../../../context.ts';
import { sendNothing } from '../../../http/no-content.ts';
import { refTo } from '../../../http/schemas.ts';
import { OrganizationParams } from '../members.schemas.ts';
import { PutVisitorClaimsBody, VisitorClaimsSchema } from './visitor-claims.schemas.ts';
import { deleteVisitorClaims, getVisitorClaims, putVisitorClaims } from './visitor-claims.service.ts';

const VisitorClaims = refTo(VisitorClaimsSchema);
const object = 'visitor-claims' as const;

export const visitorClaimsRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(VisitorClaimsSchema);

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/visitor-claims',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'getVisitorClaims',
        tags: ['Members'],
        summary: 'Get what the tokens of visitors say of members',
        description: 'The key is not shown.',
        params: OrganizationParams,
        response: { 200: VisitorClaims },
      },
      handler: async (request) => ({
        object,
        claims: await getVisitorClaims(context.db, request.params.organizationId),
      }),
    });

    app.route({
      method: 'PUT',
      url: '/v1/orgs/:organizationId/visitor-claims',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'putVisitorClaims',
        tags: ['Members'],
        summary: 'Say what the tokens of visitors say of members',
        description: 'From then on a ping answers with such a token. A key that is made here is shown once.',
        params: OrganizationParams,
        body: PutVisitorClaimsBody,
        response: { 200: VisitorClaims },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        return {
          object,
          ...(await putVisitorClaims(context, causeOf(request), organizationId, request.body)),
        };
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/orgs/:organizationId/visitor-claims',
      config: { access: 'organization:administer' },
      schema: {
        operationId: 'deleteVisitorClaims',
        tags: ['Members'],
        summary: 'Make no more tokens of visitors',
        params: OrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteVisitorClaims(context, causeOf(request), request.params.organizationId);
        sendNothing(reply, 204);
      },
    });
  };
