import { grantedSpace, grantedTo } from '../../access/authorize.ts';
import { readQuotaExceeded } from '../../access/read-quota.ts';
import type { Context } from '../../context.ts';
import type { ContentPlace } from '../revisions/content.routes.ts';
import { changeRequestNotFound } from './change-request-errors.ts';
import { ChangeRequestParamFields } from './change-requests.schemas.ts';
import { getChangeRequest } from './change-requests.service.ts';

/** The content of a change request is read as that of a space is. */
export const changeRequestContent = (context: Pick<Context, 'db'>): ContentPlace => ({
  prefix: '/v1/spaces/:spaceId/change-requests/:changeRequestId/content',
  params: ChangeRequestParamFields,
  where: 'a change request',
  names: {
    revision: 'getRevisionOfChangeRequestById',
    pages: 'listPagesInChangeRequest',
    files: 'listFilesInChangeRequestById',
    file: 'getFileInChangeRequestById',
    page: 'getPageInChangeRequestById',
    pageByPath: 'getPageInChangeRequestByPath',
    metaLinks: 'listChangeRequestPageMetaLinks',
    reusable: 'getReusableContentInChangeRequestById',
  },
  errors: [readQuotaExceeded, changeRequestNotFound],
  findRevisionId: async (request) => {
    const { changeRequestId } = request.params as { changeRequestId: string };
    const row = await getChangeRequest(context, grantedSpace(request), changeRequestId, grantedTo(request));
    return row.revision_id;
  },
});
