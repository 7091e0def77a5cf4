import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { insufficientRole, organizationNotFound } from '../../../../platform/access/access-errors.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import { ADMINISTRATOR } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { concurrentChange } from '../../../../platform/http/request-errors.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { presentSpace } from '../../../content/spaces/spaces.present.ts';
import { SHARED_SPACE_SCHEMAS, SpaceParams, SpaceSchema } from '../../../content/spaces/spaces.schemas.ts';
import {
  alreadyThere,
  gitOperationRunning,
  spaceOnSite,
  transferFailed,
  transferRunning,
  transferSpace,
} from './transfer.service.ts';

const TransferSpaceBody = Type.Object({
  organization: Type.String({ description: 'The id of the destination organization.' }),
});

export const spaceTransferRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of SHARED_SPACE_SCHEMAS) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/transfer',
      config: {
        access: 'space:administer',
        audit: 'permission.removed',
        errors: [
          alreadyThere,
          concurrentChange,
          gitOperationRunning,
          insufficientRole,
          organizationNotFound,
          spaceOnSite,
          transferFailed,
          transferRunning,
        ],
      },
      schema: {
        operationId: 'transferSpace',
        tags: ['Spaces'],
        summary: 'Transfer a space to another organization',
        description:
          'Requires the role `admin` on the space and in the other organization. Returns when the transfer is complete. If it takes too long, it continues in the background, and `organization` in the response is still the old one; repeat the request to check its progress. The space must not be on a site.',
        params: SpaceParams,
        body: TransferSpaceBody,
        response: { 200: refTo(SpaceSchema) },
      },
      handler: async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const { actor } = grantedTo(request);
        const row = await transferSpace(
          context,
          { actor, cause: causeOf(request) },
          grantedSpace(request),
          request.body.organization,
          gone.signal,
        );
        return presentSpace(row, ADMINISTRATOR, context.config);
      },
    });
  };
