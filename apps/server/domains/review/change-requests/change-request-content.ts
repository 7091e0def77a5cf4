import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import type { LinkRoutes } from '../../content/links/links.routes.ts';
import type { ContentOptions } from '../../content/revisions/content.routes.ts';
import type { ContentRoutes } from '../../content/revisions/content-place.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { changeRequestNotFound } from './change-request-errors.ts';
import { authorIdsOf, presentChangeRequest } from './change-requests.present.ts';
import { findByMerge } from './change-requests.repository.ts';
import { ChangeRequestParamFields } from './change-requests.schemas.ts';
import { baseOf } from './change-requests.service.ts';
import { createGetNamed } from './named-change-request.ts';

/** The links of a change request are listed as those of a space are. */
export const changeRequestLinks = (context: Pick<Context, 'db'>): LinkRoutes => ({
  prefix: '/v1/spaces/:spaceId/change-requests/:changeRequestId',
  params: ChangeRequestParamFields,
  where: 'a change request',
  names: {
    space: 'listChangeRequestLinks',
    page: 'listPageLinksInChangeRequest',
    targets: 'resolveTargetsInChangeRequest',
    pageBacklinks: 'listChangeRequestPageBacklinks',
    fileBacklinks: 'listChangeRequestFileBacklinks',
  },
  errors: [changeRequestNotFound],
  findState: async (request) => {
    const row = await createGetNamed(context)(request);
    return { revisionId: row.revision_id, baseId: baseOf(row) };
  },
});

/** The content of a change request is read as that of a space is. */
export const changeRequestContent = (context: Pick<Context, 'db'>): ContentRoutes => ({
  prefix: '/v1/spaces/:spaceId/change-requests/:changeRequestId/content',
  params: ChangeRequestParamFields,
  where: 'a change request',
  whole: 'the content of a change request',
  names: {
    revision: 'getRevisionOfChangeRequestById',
    pages: 'listPagesInChangeRequest',
    tree: 'getPageTreeInChangeRequest',
    files: 'listFilesInChangeRequestById',
    file: 'getFileInChangeRequestById',
    page: 'getPageInChangeRequestById',
    pageByPath: 'getPageInChangeRequestByPath',
    metaLinks: 'listChangeRequestPageMetaLinks',
    reusable: 'getReusableContentInChangeRequestById',
  },
  errors: [readQuotaExceeded, changeRequestNotFound],
  // Visitors of sites read published content, never proposals.
  isForVisitors: false,
  findRevisionId: async (request) => (await createGetNamed(context)(request)).revision_id,
});

/** Finds the change request whose merge made a revision, as the API shows it. */
export const createFindMergedFrom =
  (context: Pick<Context, 'db' | 'config' | 'pointers'>): ContentOptions['findMergedFrom'] =>
  async (request, revisionId) => {
    const { db, config } = context;
    const space = grantedSpace(request);
    const row = await findByMerge(db, space, revisionId);
    if (!row) return undefined;
    const authors = await findAuthorsFor(context, grantedTo(request), authorIdsOf(row));
    return presentChangeRequest(row, authors, config.baseUrl);
  };
