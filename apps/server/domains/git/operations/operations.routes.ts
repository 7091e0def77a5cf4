import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { presentOperation, presentOperationDetails } from './operations.present.ts';
import { findOperationRow, listOperationRows } from './operations.repository.ts';
import {
  GitOperationDetailsSchema,
  GitOperationSchema,
  ListOperationsQuery,
  OperationParams,
  OperationsParams,
} from './operations.schemas.ts';

const operationNotFound = defineNotFound('git-operation-not-found', 'Git operation');

export const gitOperationRoutes =
  ({ db, config, cursors }: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(GitOperationSchema);
    app.addSchema(GitOperationDetailsSchema);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/git/operations',
      config: { access: 'space:read' },
      schema: {
        operationId: 'listGitOperations',
        tags: ['Git'],
        summary: 'List the Git operations of a space',
        description: 'Imports, exports and syncs, newest first. Get an operation to read its report.',
        params: OperationsParams,
        querystring: ListOperationsQuery,
        response: { 200: listOf(refTo(GitOperationSchema)) },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        const list = openList<string>(cursors, `git-operations:${space.spaceId}`, request.query);
        const { organizationId, spaceId } = space;
        const rows = await listOperationRows(db, { organizationId, spaceId, ...list.asked });
        return list.present(rows, (row) => presentOperation(row, config.baseUrl));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/git/operations/:gitOperationId',
      config: { access: 'space:read', errors: [operationNotFound] },
      schema: {
        operationId: 'getGitOperation',
        tags: ['Git'],
        summary: 'Get a Git operation of a space',
        description: 'Returns its progress while it runs, and its report afterwards.',
        params: OperationParams,
        response: { 200: refTo(GitOperationDetailsSchema) },
      },
      handler: async (request) => {
        const { organizationId, spaceId } = grantedSpace(request);
        const operationId = request.params.gitOperationId;
        const row = isId(operationId)
          ? await findOperationRow(db, { organizationId, spaceId, operationId })
          : undefined;
        if (!row) throw operationNotFound();
        return presentOperationDetails(row, config.baseUrl);
      },
    });
  };
