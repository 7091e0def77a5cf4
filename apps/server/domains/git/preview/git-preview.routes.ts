import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import {
  CheckGitRepositoryBody,
  PutGitConnectionBody,
  SpaceParams,
} from '../connection/connection.schemas.ts';
import { createDeployKey } from '../connection/deploy-key.ts';
import { hostKeyUnknown } from '../connection/parse-connection-target.ts';
import { GitCheckSchema, GitDeployKeySchema, GitPreviewSchema } from './git-preview.schemas.ts';
import { checkRepository, previewConnection } from './git-preview.service.ts';

const URL_OF_GIT = '/v1/spaces/:spaceId/git';

/** What is asked before a space is connected. */
export const gitPreviewRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { keyRing, config } = parts.context;
    for (const schema of [GitDeployKeySchema, GitCheckSchema, GitPreviewSchema]) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: `${URL_OF_GIT}/deploy-keys`,
      config: { access: 'space:connect', audit: { none: 'Nothing is stored until a connection uses it.' } },
      schema: {
        operationId: 'createGitDeployKey',
        tags: ['Git'],
        summary: 'Create a deploy key for a space',
        description:
          'Creates an SSH key pair for one repository. Add the public key to the repository at its host, and connect the space with `deployKey`.',
        params: SpaceParams,
        response: { 200: refTo(GitDeployKeySchema) },
      },
      handler: async (request) => {
        const { hostname } = new URL(config.baseUrl);
        const key = await createDeployKey(keyRing, grantedSpace(request), hostname);
        return { object: 'git-deploy-key' as const, ...key };
      },
    });

    app.route({
      method: 'POST',
      url: `${URL_OF_GIT}/check`,
      config: {
        access: 'space:connect',
        audit: { none: 'It changes nothing.' },
        errors: [hostKeyUnknown],
      },
      schema: {
        operationId: 'checkGitRepository',
        tags: ['Git'],
        summary: 'Check the access to a Git repository',
        description:
          'Signs in to the repository, lists its branches, and finds out whether the host accepts pushes. Nothing is changed or stored. If the access fails, the response contains the reason.',
        params: SpaceParams,
        body: CheckGitRepositoryBody,
        response: { 200: refTo(GitCheckSchema) },
      },
      handler: (request) => checkRepository(parts, causeOf(request), grantedSpace(request), request.body),
    });

    app.route({
      method: 'POST',
      url: `${URL_OF_GIT}/preview`,
      config: {
        access: 'space:connect',
        audit: { none: 'It changes nothing.' },
        errors: [hostKeyUnknown],
      },
      schema: {
        operationId: 'previewGitConnection',
        tags: ['Git'],
        summary: 'Preview the first sync of a Git connection',
        description:
          'Reads both sides and returns what the first sync of this connection would change in the space and in the repository. Nothing is changed or stored. If the sync would fail, the response contains the reason.',
        params: SpaceParams,
        body: PutGitConnectionBody,
        response: { 200: refTo(GitPreviewSchema) },
      },
      handler: (request) => previewConnection(parts, causeOf(request), grantedSpace(request), request.body),
    });
  };
