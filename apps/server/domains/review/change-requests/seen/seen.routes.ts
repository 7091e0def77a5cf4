import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { changeRequestNotFound } from '../change-request-errors.ts';
import { ChangeRequestParams, SeenFields } from '../change-requests.schemas.ts';
import { createGetNamed } from '../named-change-request.ts';
import { presentSeen } from './seen.present.ts';
import { noteSeen } from './seen.service.ts';

/** Notes that the caller has seen a change request. */
export const seenRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    const getNamed = createGetNamed(context);

    app.route({
      method: 'PUT',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/seen',
      config: {
        access: 'space:mark-seen',
        audit: { none: 'It tells only the caller what they have seen.' },
        errors: [changeRequestNotFound, revisionNotFound],
      },
      schema: {
        operationId: 'markChangeRequestAsSeen',
        tags: ['Change requests'],
        summary: 'Mark a change request as seen',
        description:
          'Notes that you have seen everything that has happened in the change request. It is unread again when somebody else changes, reviews or comments on it.',
        params: ChangeRequestParams,
        body: Type.Object({
          revision: Type.Optional(
            Type.String({
              description:
                'The revision of the change request that you saw; the current one by default. If others have changed the content since, the change request remains unread.',
            }),
          ),
        }),
        response: { 200: Type.Object(SeenFields) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const userId = authorIdOf(grantedTo(request).actor);
        const { revision = row.revision_id } = request.body;
        const space = grantedSpace(request);
        return presentSeen(await noteSeen(context, store, { space, row, userId, revisionId: revision }));
      },
    });
  };
