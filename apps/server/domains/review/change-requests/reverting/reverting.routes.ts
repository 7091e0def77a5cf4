import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { changeRequestNotFound } from '../change-request-errors.ts';
import { ChangeRequestParams, ChangeRequestSchema, Subject } from '../change-requests.schemas.ts';
import { createGetNamed } from '../named-change-request.ts';
import { showChangeRequest } from '../show-change-requests.ts';
import { changeRequestNotMerged, nothingToRevert, revertChangeRequest } from './revert-change-request.ts';

/** Takes merged change requests back. */
export const revertingRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const getNamed = createGetNamed(context);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/revert',
      config: {
        access: 'space:edit',
        audit: { none: 'It changes content, not people or access.' },
        errors: [changeRequestNotFound, changeRequestNotMerged, nothingToRevert],
      },
      schema: {
        operationId: 'revertChangeRequest',
        tags: ['Change requests'],
        summary: 'Revert a merged change request',
        description:
          'Creates a draft that takes the changes of a merged change request back. What has been changed since in other places stays. Changes in the same places are conflicts, to be resolved before it is merged.',
        params: ChangeRequestParams,
        body: Type.Optional(Type.Object({ subject: Type.Optional(Subject) })),
        response: { 201: refTo(ChangeRequestSchema) },
      },
      handler: async (request, reply) => {
        const row = await getNamed(request);
        const subject = { space: grantedSpace(request), row, actor: grantedTo(request).actor };
        const created = await revertChangeRequest(parts, subject, request.body?.subject);
        const shown = await showChangeRequest(context, request, created);
        reply.code(201).header('location', shown.urls.location);
        return shown;
      },
    });
  };
