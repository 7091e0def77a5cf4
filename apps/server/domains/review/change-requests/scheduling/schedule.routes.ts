import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedTo } from '../../../../platform/access/authorize.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { refTo, Timestamp } from '../../../../platform/http/schemas.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import { ChangeRequestParams, ChangeRequestSchema } from '../change-requests.schemas.ts';
import { createGetNamed } from '../named-change-request.ts';
import { showChangeRequest } from '../show-change-requests.ts';
import { scheduleMerge, unscheduleMerge } from './schedule.service.ts';

const URL = '/v1/spaces/:spaceId/change-requests/:changeRequestId/schedule';
const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];

/** Merges at a time to come. */
export const scheduleRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const getNamed = createGetNamed(context);

    app.route({
      method: 'PUT',
      url: URL,
      config: {
        access: 'space:schedule-merge',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, changeRequestMerged, changeRequestArchived],
      },
      schema: {
        operationId: 'scheduleChangeRequestMerge',
        tags,
        summary: 'Schedule the merge of a change request',
        description:
          'The change request is merged at that time in your name, with the content that it has then. Your role and the merge rules are checked then. If it cannot be merged, you and its author are notified, and the schedule is removed.',
        params: ChangeRequestParams,
        body: Type.Object({ at: Timestamp }),
        response: { 200: refTo(ChangeRequestSchema) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const { actor } = grantedTo(request);
        const at = new Date(request.body.at);
        return showChangeRequest(context, request, await scheduleMerge(context, { row, actor }, at));
      },
    });

    app.route({
      method: 'DELETE',
      url: URL,
      config: { access: 'space:review', audit: NOT_AUDITED, errors: [changeRequestNotFound] },
      schema: {
        operationId: 'unscheduleChangeRequestMerge',
        tags,
        summary: 'Cancel the scheduled merge of a change request',
        params: ChangeRequestParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const row = await getNamed(request);
        await unscheduleMerge(context, { row, actor: grantedTo(request).actor });
        return sendNothing(reply, 204);
      },
    });
  };
