import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import type { ChangeRoutes } from '../../content/history/page-changes/page-changes.routes.ts';
import { changeRequestNotFound } from './change-request-errors.ts';
import { BaseQueryField, ChangeRequestParamFields } from './change-requests.schemas.ts';
import { baseOf, getChangeRequest } from './change-requests.service.ts';

/** The changes of a page in a change request are read as those of a revision are. */
export const changeRequestChanges = (context: Pick<Context, 'db'>, store: ContentStore): ChangeRoutes => ({
  prefix: '/v1/spaces/:spaceId/change-requests/:changeRequestId',
  params: ChangeRequestParamFields,
  query: BaseQueryField,
  tag: 'Change requests',
  page: {
    operationId: 'getChangeRequestPageChanges',
    summary: 'Get the changes of a page in a change request',
    description:
      'Returns the changes of one page relative to the content that the change request was last updated from, or to `base` if it is given: its attributes, and the blocks of both versions side by side, with the changed words.',
  },
  list: {
    operationId: 'listChangeRequestChangedPages',
    summary: 'List the pages that a change request changes',
    description:
      'Lists the pages that differ from the content that the change request was last updated from, or from `base` if it is given, in reading order, with what happened to each and how many words changed.',
  },
  errors: [changeRequestNotFound, revisionNotFound],
  findRevisions: async (request) => {
    const { changeRequestId } = request.params as { changeRequestId: string };
    const { base } = request.query as { base?: string };
    const space = grantedSpace(request);
    const row = await getChangeRequest(context, space, changeRequestId, grantedTo(request));
    if (base !== undefined) await store.keepForGood(space, base);
    return { base: base ?? baseOf(row), revision: row.revision_id };
  },
});
