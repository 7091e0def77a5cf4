import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentBranch } from './branches.present.ts';
import { listShownBranches } from './branches.repository.ts';
import { BranchesParams, GitBranchSchema, ListBranchesQuery } from './branches.schemas.ts';

export const gitBranchRoutes =
  ({ db, config, cursors }: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(GitBranchSchema);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/git/branches',
      config: { access: 'space:read' },
      schema: {
        operationId: 'listGitBranches',
        tags: ['Git'],
        summary: 'List the branches of change requests',
        description:
          'Lists the branches that are synced with a change request of the space, sorted by name: those that match `branchPattern`, and those of mirrored change requests. Excludes drafts.',
        params: BranchesParams,
        querystring: ListBranchesQuery,
        response: { 200: listOf(refTo(GitBranchSchema)) },
      },
      handler: async (request) => {
        const { organizationId, spaceId } = grantedSpace(request);
        const list = openList<string>(cursors, `git-branches:${spaceId}`, request.query);
        const rows = await listShownBranches(db, { organizationId, spaceId, ...list.asked });
        return list.present(rows, (row) => presentBranch(row, config.baseUrl));
      },
    });
  };
