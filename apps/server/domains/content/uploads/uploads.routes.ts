import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { payloadTooLarge } from '../../../platform/http/request-errors.ts';
import { Id, refTo } from '../../../platform/http/schemas.ts';
import { receiveUpload } from './receive-upload.ts';
import { tooManyUploads, uploadNotFound } from './upload-errors.ts';
import { presentUpload, UploadBodySchema, UploadQuery, UploadSchema } from './uploads.schemas.ts';

/** Bodies of any type reach the handlers unread. */
export function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** The common parts of the routes that receive a file. */
export const UPLOAD_CONFIG = {
  access: 'space:edit',
  hasStreamedBody: true,
  audit: { none: 'It changes content, not people or access.' },
} as const;
export const UPLOAD_ERRORS = [payloadTooLarge, tooManyUploads, uploadNotFound] as const;
export const UPLOAD_DESCRIPTION =
  'The body is the file, or a form with one file. Edits of the space can name the id for 24 hours, as `upload` in `insert_files` and `update_file`. A file that no edit names is then deleted.';

/** Files that are sent before the edit that names them. */
export const uploadRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(UploadSchema);
    acceptFiles(app);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/files',
      config: { ...UPLOAD_CONFIG, errors: UPLOAD_ERRORS },
      schema: {
        operationId: 'uploadFile',
        tags: ['Content'],
        summary: 'Upload a file',
        description: UPLOAD_DESCRIPTION,
        params: Type.Object({ spaceId: Id }),
        querystring: UploadQuery,
        body: UploadBodySchema,
        response: { 201: refTo(UploadSchema) },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const { name } = request.query;
        const upload = await receiveUpload(context, request, { space: grantedSpace(request), actor, name });
        reply.code(201);
        return presentUpload(upload);
      },
    });
  };
