import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { receiveUpload } from '../../content/uploads/receive-upload.ts';
import {
  acceptFiles,
  UPLOAD_CONFIG,
  UPLOAD_DESCRIPTION,
  UPLOAD_ERRORS,
} from '../../content/uploads/uploads.routes.ts';
import {
  presentUpload,
  UploadBodySchema,
  UploadQuery,
  UploadSchema,
} from '../../content/uploads/uploads.schemas.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from './change-request-errors.ts';
import { ChangeRequestParams } from './change-requests.schemas.ts';
import { createGetNamed } from './named-change-request.ts';

/** Files for edits of a change request. They belong to its space. */
export const changeRequestUploadRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const getNamed = createGetNamed(context);
    app.addSchema(UploadSchema);
    acceptFiles(app);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/files',
      config: {
        ...UPLOAD_CONFIG,
        errors: [...UPLOAD_ERRORS, changeRequestNotFound, changeRequestMerged, changeRequestArchived],
      },
      schema: {
        operationId: 'uploadFileForChangeRequest',
        tags: ['Change requests'],
        summary: 'Upload a file for a change request',
        description: UPLOAD_DESCRIPTION,
        params: ChangeRequestParams,
        querystring: UploadQuery,
        body: UploadBodySchema,
        response: { 201: refTo(UploadSchema) },
      },
      handler: async (request, reply) => {
        const { status } = await getNamed(request);
        if (status === 'merged') throw changeRequestMerged();
        if (status === 'archived') throw changeRequestArchived();
        const { actor } = grantedTo(request);
        const { name } = request.query;
        const upload = await receiveUpload(context, request, { space: grantedSpace(request), actor, name });
        reply.code(201);
        return presentUpload(upload);
      },
    });
  };
