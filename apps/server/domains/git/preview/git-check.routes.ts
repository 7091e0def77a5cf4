import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { CheckGitRepositoryBody, SpaceParams } from '../connection/connection.schemas.ts';
import { createDeployKey } from '../connection/deploy-key.ts';
import { hostKeyUnknown } from '../connection/parse-connection-target.ts';
import { GitCheckSchema, GitDeployKeySchema } from './git-check.schemas.ts';
import { checkRepository } from './git-check.service.ts';

const URL_OF_GIT = '/v1/spaces/:spaceId/git';

/** The access to a repository, before a space is connected. */
export const gitCheckRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { keyRing, config } = context;
    for (const schema of [GitDeployKeySchema, GitCheckSchema]) app.addSchema(schema);

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
        inMaintenance: 'reads',
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
      handler: (request) => checkRepository(context, causeOf(request), grantedSpace(request), request.body),
    });
  };
