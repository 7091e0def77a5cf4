import type { ResponseOf } from '@lectern/client/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

type Changes = ResponseOf<'/v1/spaces/{spaceId}/revisions/{revisionId}/changes', 'get'>;
export type ContentDifference = Changes['changes'][number];

/** The most changes that are listed. */
const MAX_CHANGES = 1000;

/** All changes of content between two revisions of a space. */
export const changesBetweenQuery = (spaceId: string, { from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['space', spaceId, 'revision', to, 'changes', from],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/changes', {
        path: { spaceId, revisionId: to },
        query: { base: from, limit: MAX_CHANGES },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The blocks of a page in two revisions, side by side. */
export const pageChangesQuery = (
  spaceId: string,
  { from, to, pageId }: { from: string; to: string; pageId: string },
) =>
  queryOptions({
    queryKey: ['space', spaceId, 'revision', to, 'changes', from, pageId],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/changes/pages/{pageId}', {
        path: { spaceId, revisionId: to, pageId },
        query: { base: from, html: true },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
