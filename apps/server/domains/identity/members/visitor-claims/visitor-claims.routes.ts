import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { causeOf } from '../../../../platform/access/cause.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
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
        summary: 'Get the visitor claims of an organization',
        description: 'Returns which claims a visitor JWT contains. The signing key is not shown.',
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
      config: { access: 'organization:administer', audit: 'organization.updated' },
      schema: {
        operationId: 'putVisitorClaims',
        tags: ['Members'],
        summary: 'Set the visitor claims of an organization',
        description:
          '`ping` then returns a JWT that contains these claims. If a new signing key is generated, it is shown only in this response.',
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
      config: { access: 'organization:administer', audit: 'organization.updated' },
      schema: {
        operationId: 'deleteVisitorClaims',
        tags: ['Members'],
        summary: 'Delete the visitor claims of an organization',
        description: 'Deletes the signing key. `ping` then no longer returns a JWT.',
        params: OrganizationParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteVisitorClaims(context, causeOf(request), request.params.organizationId);
        return sendNothing(reply, 204);
      },
    });
  };
