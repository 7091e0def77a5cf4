import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import type { ChangeRoutes } from '../../content/history/page-changes/page-changes.routes.ts';
import { changeRequestNotFound } from './change-request-errors.ts';
import { ChangeRequestParamFields } from './change-requests.schemas.ts';
import { baseOf, getChangeRequest } from './change-requests.service.ts';

/** The changes of a page in a change request are read as those of a revision are. */
export const changeRequestChanges = (context: Pick<Context, 'db'>): ChangeRoutes => ({
  prefix: '/v1/spaces/:spaceId/change-requests/:changeRequestId',
  params: ChangeRequestParamFields,
  query: {},
  operationId: 'getChangeRequestPageChanges',
  tag: 'Change requests',
  summary: 'Get the changes of a page in a change request',
  description:
    'Returns the changes of one page relative to the content that the change request was last updated from: its attributes, and the blocks of both versions side by side, with the changed words.',
  errors: [changeRequestNotFound],
  findRevisions: async (request) => {
    const { changeRequestId } = request.params as { changeRequestId: string };
    const row = await getChangeRequest(context, grantedSpace(request), changeRequestId, grantedTo(request));
    return { base: baseOf(row), revision: row.revision_id };
  },
});
