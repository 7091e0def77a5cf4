import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { describeResourceTypes, describeSchemas, describeService } from './scim-discovery.ts';
import { scimGroupRoutes } from './scim-groups.routes.ts';
import { baseOf, hidden, send, speakScim } from './scim-http.ts';
import { presentScimList } from './scim-resources.ts';
import { scimUserRoutes } from './scim-users.routes.ts';

/**
 * The SCIM 2.0 service of an organization (RFC 7643 and 7644), by which a directory provisions its members and teams. It
 * is called with the token of a service account that administers the organization.
 */
export const scimRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    speakScim(app);
    for (const [path, describe] of [
      ['ServiceProviderConfig', describeService],
      ['ResourceTypes', (base: string) => asList(describeResourceTypes(base))],
      ['Schemas', (base: string) => asList(describeSchemas(base))],
    ] as const) {
      app.route({
        method: 'GET',
        url: `/v1/orgs/:organizationId/scim/v2/${path}`,
        config: { access: 'organization:administer' },
        schema: { ...hidden, params: Type.Object({ organizationId: Id }) },
        handler: async (request, reply) =>
          send(reply, describe(baseOf(context, request.params.organizationId))),
      });
    }
    await app.register(scimUserRoutes(context));
    await app.register(scimGroupRoutes(context));
  };

const asList = (resources: readonly object[]) =>
  presentScimList(resources, { count: resources.length, startIndex: 1 });
