import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { collectionNotFound, insufficientRole } from '../../../platform/access/access-errors.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { findViewerNow } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { presentSpace } from '../../content/spaces/spaces.present.ts';
import { SHARED_SPACE_SCHEMAS, SpaceParams, SpaceSchema } from '../../content/spaces/spaces.schemas.ts';
import { duplicateSpace } from './duplicate-space.ts';

export const duplicateSpaceRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, pointers } = context;
    for (const schema of SHARED_SPACE_SCHEMAS) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/duplicate',
      config: {
        access: 'space:administer',
        audit: { none: 'It changes content, not people or access.' },
        errors: [collectionNotFound, insufficientRole],
      },
      schema: {
        operationId: 'duplicateSpace',
        tags: ['Spaces'],
        summary: 'Duplicate a space',
        description:
          'Creates a copy next to the original, with the same content, page ids and settings, but without direct roles, Git connection, lock or history. Requires the role `admin` on the collection that contains the space, or in the organization.',
        params: SpaceParams,
        response: { 201: refTo(SpaceSchema) },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await duplicateSpace(context, actor, grantedSpace(request));
        reply.code(201).header('location', `${config.baseUrl}/v1/spaces/${row.space_id}`);
        return presentSpace(row, await findViewerNow(pointers, actor, row), config);
      },
    });
  };
