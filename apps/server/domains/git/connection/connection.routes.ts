import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { spaceLocked } from '../../content/revisions/space-branch.ts';
import { gitNotConnected, staleTimestamp } from '../git.service.ts';
import { presentOperation } from '../operations/operations.present.ts';
import { GitOperationSchema } from '../operations/operations.schemas.ts';
import { presentConnection } from './connection.present.ts';
import {
  GitConnectionSchema,
  PutGitConnectionBody,
  ResumeGitConnectionBody,
  SpaceParams,
  SyncGitRepositoryBody,
} from './connection.schemas.ts';
import {
  connectionPaused,
  deleteConnection,
  getConnection,
  pauseConnection,
  putConnection,
  resumeConnection,
  syncConnection,
} from './connection.service.ts';
import { hostKeyUnknown } from './parse-connection-target.ts';

const GitConnection = refTo(GitConnectionSchema);
const URL = '/v1/spaces/:spaceId/git';

export const gitConnectionRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { keyRing } = context;
    const { baseUrl } = context.config;
    app.addSchema(GitOperationSchema);
    app.addSchema(GitConnectionSchema);

    app.route({
      method: 'GET',
      url: URL,
      config: { access: 'space:read', errors: [gitNotConnected] },
      schema: {
        operationId: 'getGitConnection',
        tags: ['Git'],
        summary: 'Get the Git connection of a space',
        description:
          'Returns the connection without its secrets. An import from Git does not connect a space.',
        params: SpaceParams,
        response: { 200: GitConnection },
      },
      handler: async (request) => {
        const { role } = grantedTo(request);
        return presentConnection(await getConnection(context.db, grantedSpace(request)), {
          baseUrl,
          role,
          keyRing,
        });
      },
    });

    app.route({
      method: 'PUT',
      url: URL,
      config: {
        access: 'space:connect',
        audit: ['git-connection.created', 'git-connection.updated'],
        errors: [hostKeyUnknown],
      },
      schema: {
        operationId: 'putGitConnection',
        tags: ['Git'],
        summary: 'Connect a space to a Git repository',
        description:
          'Creates or replaces the connection, and requests the first sync. Absent fields are reset to their defaults, but absent secrets are kept; null removes a secret. Secrets are stored encrypted and never returned. For an SSH URL without a pinned host key, the request is refused, and the response contains the key that the host offers. If the URL, branch or directory changes, waiting syncs are cancelled, and the next sync is treated as the first one.',
        params: SpaceParams,
        body: PutGitConnectionBody,
        response: { 200: GitConnection, 201: GitConnection },
      },
      handler: async (request, reply) => {
        const { role } = grantedTo(request);
        const space = grantedSpace(request);
        const { isNew, ...connection } = await putConnection(context, causeOf(request), space, request.body);
        const shown = presentConnection(connection, { baseUrl, role, keyRing });
        if (isNew) reply.header('location', shown.urls.location);
        reply.code(isNew ? 201 : 200);
        return shown;
      },
    });

    app.route({
      method: 'DELETE',
      url: URL,
      config: { access: 'space:connect', audit: 'git-connection.deleted', errors: [gitNotConnected] },
      schema: {
        operationId: 'deleteGitConnection',
        tags: ['Git'],
        summary: 'Disconnect a space from its Git repository',
        description: 'The content of both is kept. Waiting syncs are cancelled.',
        params: SpaceParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteConnection(context, causeOf(request), grantedSpace(request));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: `${URL}/pause`,
      config: { access: 'space:connect', audit: 'git-connection.updated', errors: [gitNotConnected] },
      schema: {
        operationId: 'pauseGitConnection',
        tags: ['Git'],
        summary: 'Pause the Git connection of a space',
        description: 'Nothing is synced until the connection is resumed. A running sync is completed.',
        params: SpaceParams,
        response: { 200: GitConnection },
      },
      handler: async (request) => {
        const { role } = grantedTo(request);
        const connection = await pauseConnection(context, causeOf(request), grantedSpace(request));
        return presentConnection(connection, { baseUrl, role, keyRing });
      },
    });

    app.route({
      method: 'POST',
      url: `${URL}/resume`,
      config: { access: 'space:connect', audit: 'git-connection.updated', errors: [gitNotConnected] },
      schema: {
        operationId: 'resumeGitConnection',
        tags: ['Git'],
        summary: 'Resume the Git connection of a space',
        description: 'Also requests a sync, which brings both sides up to date.',
        params: SpaceParams,
        body: ResumeGitConnectionBody,
        response: { 200: GitConnection },
      },
      handler: async (request) => {
        const { role } = grantedTo(request);
        const space = grantedSpace(request);
        const connection = await resumeConnection(context, causeOf(request), space, request.body);
        return presentConnection(connection, { baseUrl, role, keyRing });
      },
    });

    app.route({
      method: 'POST',
      url: `${URL}/sync`,
      config: {
        access: 'space:import',
        audit: { none: 'It changes content, not people or access.' },
        errors: [gitNotConnected, connectionPaused, spaceLocked, staleTimestamp],
      },
      schema: {
        operationId: 'syncGitRepository',
        tags: ['Git'],
        summary: 'Sync a space with its Git repository',
        description:
          'Starts a sync and returns its operation immediately. If a sync is already waiting, its operation is returned. Get the operation to follow its progress and to read its report.',
        params: SpaceParams,
        body: SyncGitRepositoryBody,
        response: { 202: refTo(GitOperationSchema) },
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        const row = await syncConnection(context, actor, grantedSpace(request), request.body);
        const operation = presentOperation(row, baseUrl);
        reply.code(202).header('location', operation.urls.location);
        return operation;
      },
    });
  };
