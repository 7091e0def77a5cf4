import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { RevisionParams, SpaceParams } from '../../../content/revisions/content.schemas.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { ErrorIdentity } from '../../../platform/http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The revision that the URL means, if neither an id in it nor the space determines it. */
    contentRevisionId: string | undefined;
  }
}

/** A place in the API where the content of some revision is read. */
export interface ContentRoutes {
  prefix: string;
  params: Record<string, TSchema>;
  /** “the current revision”: for the descriptions. */
  where: string;
  /** The name of all of the content in descriptions, where `where` names more than that. */
  whole?: string;
  names: ContentNames;
  errors: ErrorIdentity[];
  /** Whether visitors of sites read it, too. */
  isForVisitors: boolean;
  /** Finds the revision, if neither an id in the URL nor the space determines it. */
  findRevisionId?: (request: FastifyRequest) => Promise<string>;
}

/** The operation ids of the routes of a place, by the content that they return. */
type ContentNames = typeof CURRENT_NAMES;

const CURRENT_NAMES = {
  revision: 'getCurrentRevision',
  pages: 'listPages',
  tree: 'getPageTree',
  files: 'listFiles',
  file: 'getFileById',
  page: 'getPageById',
  pageByPath: 'getPageByPath',
  metaLinks: 'listSpacePageMetaLinks',
  reusable: 'getReusableContentById',
};

const REVISION_NAMES: ContentNames = {
  revision: 'getRevisionById',
  pages: 'listPagesInRevisionById',
  tree: 'getPageTreeInRevision',
  files: 'listFilesInRevisionById',
  file: 'getFileInRevisionById',
  page: 'getPageInRevisionById',
  pageByPath: 'getPageInRevisionByPath',
  metaLinks: 'listRevisionPageMetaLinks',
  reusable: 'getReusableContentInRevisionById',
};

export const CURRENT_CONTENT: ContentRoutes = {
  prefix: '/v1/spaces/:spaceId/content',
  params: SpaceParams,
  where: 'the current revision',
  names: CURRENT_NAMES,
  errors: [readQuotaExceeded],
  isForVisitors: true,
};

/** The current revision, and those that are named by their ids. */
export const CONTENT_PLACES: readonly ContentRoutes[] = [
  CURRENT_CONTENT,
  {
    prefix: '/v1/spaces/:spaceId/revisions/:revisionId',
    params: RevisionParams,
    where: 'a revision',
    names: REVISION_NAMES,
    errors: [readQuotaExceeded, revisionNotFound],
    isForVisitors: true,
  },
];
