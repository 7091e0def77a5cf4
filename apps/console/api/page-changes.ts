import type { Schemas } from '@lectern/client/schema';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import type { Place } from './place.ts';

/** What changed in a page between two revisions. */
export type PageChanges = Schemas['GetRevisionPageChangesResponse'];
/** A block of a page in one of two versions, or in both. */
export type BlockChange = PageChanges['blocks'][number];
export type BlockVersion = NonNullable<BlockChange['after']>;

/** Which two versions of the content are compared. */
export interface Comparison {
  /** A space with the change request, or without one for revisions. */
  place: Place;
  /** The earlier revision. Without it, what the change request began with, or the revision before. */
  base: string | undefined;
  /** The later revision; that of the change request is its current one. */
  revision: string;
}

/** Of revisions, which never change, and of the current state of a change request. */
const ownKey = ({ place, base, revision }: Comparison): readonly string[] => [
  'space',
  place.spaceId,
  'changes',
  place.changeRequestId ?? '',
  base ?? '',
  revision,
];

/** The changes of a page as HTML of the published page, with the changes marked. */
export const pageChangesQuery = (comparison: Comparison, pageId: string) => {
  const { place, base, revision } = comparison;
  const { spaceId, changeRequestId } = place;
  const query = { marks: true, ...(base === undefined ? {} : { base }) };
  return queryOptions({
    queryKey: [...ownKey(comparison), pageId],
    queryFn: async (): Promise<PageChanges> =>
      changeRequestId === undefined
        ? api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/changes/pages/{pageId}', {
            path: { spaceId, revisionId: revision, pageId },
            query,
          })
        : api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/pages/{pageId}', {
            path: { spaceId, changeRequestId, pageId },
            query,
          }),
    staleTime: Number.POSITIVE_INFINITY,
    // What one reads stays while a newer version of it is on its way.
    placeholderData: keepPreviousData,
  });
};

/** The Markdown of a page in the revisions that have it; an empty text for the other. */
export const pageSourcesQuery = (
  comparison: Comparison,
  revisions: { base?: string; revision?: string },
  pageId: string,
) => {
  const { spaceId } = comparison.place;
  const read = async (revisionId: string | undefined): Promise<string> => {
    if (revisionId === undefined) return '';
    const page = await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
      path: { spaceId, revisionId, pageId },
      query: { format: 'markdown' },
    });
    return page.type === 'document' ? (page.markdown ?? '') : '';
  };
  return queryOptions({
    queryKey: [...ownKey(comparison), pageId, 'sources'],
    queryFn: async () => {
      const [before, after] = await Promise.all([read(revisions.base), read(revisions.revision)]);
      return { before, after };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
};
