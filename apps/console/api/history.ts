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
