import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { PutGitConnectionBody, SpaceParams } from '../connection/connection.schemas.ts';
import { hostKeyUnknown } from '../connection/parse-connection-target.ts';
import { presentPreview } from './git-preview.present.ts';
import type { PreviewKey } from './git-preview.repository.ts';
import { GitPreviewSchema, PreviewParams } from './git-preview.schemas.ts';
import {
  cancelPreview,
  getPreview,
  previewEnded,
  previewNotFound,
  requestPreview,
  tooManyPreviews,
} from './git-preview.service.ts';

const GitPreview = refTo(GitPreviewSchema);
const PREVIEWS = '/v1/spaces/:spaceId/git/previews';

/** What the first sync would change on both sides, before a space is connected or its connection is changed. */
export const gitPreviewRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(GitPreviewSchema);

    const keyOf = (request: FastifyRequest): PreviewKey => {
      const { organizationId, spaceId } = grantedSpace(request);
      const { gitPreviewId: previewId } = request.params as { gitPreviewId: string };
      return { organizationId, spaceId, previewId };
    };

    app.route({
      method: 'POST',
      url: PREVIEWS,
      config: {
        access: 'space:connect',
        audit: { none: 'It changes nothing.' },
        errors: [hostKeyUnknown, tooManyPreviews],
      },
      schema: {
        operationId: 'previewGitConnection',
        tags: ['Git'],
        summary: 'Preview the first sync of a Git connection',
        description:
          'Starts a job that finds out what the first sync of this connection would change in the space and in the repository. Nothing is changed, and no connection is stored. Returns at once; follow the preview at its `location`.',
        params: SpaceParams,
        body: PutGitConnectionBody,
        response: { 202: GitPreview },
      },
      handler: async (request, reply) => {
        const row = await requestPreview(context, causeOf(request), grantedSpace(request), request.body);
        const preview = presentPreview(row, config.baseUrl);
        reply.code(202).header('location', preview.urls.location);
        return preview;
      },
    });

    app.route({
      method: 'GET',
      url: `${PREVIEWS}/:gitPreviewId`,
      config: { access: 'space:connect', errors: [previewNotFound] },
      schema: {
        operationId: 'getGitPreview',
        tags: ['Git'],
        summary: 'Get a preview of a Git connection',
        description:
          'Returns its progress while it runs, and its result afterwards. If the sync would fail, the preview says why. Kept for a day after it ends.',
        params: PreviewParams,
        response: { 200: GitPreview },
      },
      handler: async (request) => presentPreview(await getPreview(db, keyOf(request)), config.baseUrl),
    });

    app.route({
      method: 'DELETE',
      url: `${PREVIEWS}/:gitPreviewId`,
      config: {
        access: 'space:connect',
        audit: { none: 'It changes nothing.' },
        errors: [previewNotFound, previewEnded],
      },
      schema: {
        operationId: 'cancelGitPreview',
        tags: ['Git'],
        summary: 'Cancel a preview of a Git connection',
        description: 'The preview stops at its next step.',
        params: PreviewParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await cancelPreview(context, keyOf(request));
        return sendNothing(reply, 204);
      },
    });
  };
