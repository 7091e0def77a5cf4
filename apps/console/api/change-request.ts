import type { ItemOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { changeRequestQuery, listAll, queries } from './queries.ts';

export type ChangeRequest = Schemas['ChangeRequest'];
export type Checks = Schemas['ListChangeRequestChecksResponse'];
export type Review = ItemOf<'/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews'>;
export type RequestedReviewer =
  ItemOf<'/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers'>;
/** A change of a page, a file, a reusable content, a tag or the variables. */
export type Change = Schemas['GetChangeRequestChangesResponse']['changes'][number];

/** A change request, by its id or its number. */
export interface RequestPlace {
  spaceId: string;
  changeRequestId: string;
}

/** All that is read of a change request is below this key, so that one event can invalidate it. */
/** The beginning of the keys of all queries of a change request. */
export const keyOf = ({ spaceId, changeRequestId }: RequestPlace): readonly string[] =>
  changeRequestQuery(spaceId, changeRequestId).queryKey;

/** The newest reviews first, also outdated ones. */
export const reviewsQuery = (place: RequestPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'reviews'],
    queryFn: async () =>
      (
        await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', {
          path: { ...place },
          query: { limit: 100, format: 'markdown' },
        })
      ).items,
  });

export const reviewersQuery = (place: RequestPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'reviewers'],
    queryFn: () =>
      listAll(
        api.list('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', {
          path: { ...place },
          query: { limit: 100 },
        }),
      ),
  });

export type RequestedTeam = ItemOf<'/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-teams'>;

/** The teams that were asked, of which the review of one member is enough. */
export const requestedTeamsQuery = (place: RequestPlace) =>
  queryOptions({
    // Its key begins as that of the reviewers does, so that the same events refresh it.
    queryKey: [...keyOf(place), 'reviewers', 'teams'],
    queryFn: () =>
      listAll(
        api.list('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-teams', {
          path: { ...place },
          query: { limit: 100 },
        }),
      ),
  });

export const contributorsQuery = (place: RequestPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'contributors'],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors', { path: { ...place } }),
  });

export const checksQuery = (place: RequestPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'checks'],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/checks', { path: { ...place } }),
    // Events invalidate it earlier.
    staleTime: 60_000,
  });

/** Reads again what is shown of a change request; `parts`: only these. */
export async function refreshRequest(place: RequestPlace, parts?: readonly string[]): Promise<void> {
  const key = keyOf(place);
  if (!parts) return queries.invalidateQueries({ queryKey: key });
  await Promise.all([
    queries.invalidateQueries({ queryKey: key, exact: true }),
    ...parts.map((part) => queries.invalidateQueries({ queryKey: [...key, part] })),
  ]);
}

/** A page that changed, and how. */
export type ChangedPage = ItemOf<'/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/pages'>;

/** The number of pages in the first window, which are listed first: counting the words of all pages takes longer. */
export const FIRST_PAGES = 2;
const NEXT_PAGES = 50;

/** The pages that changed, in reading order, since the change request was last updated from the space, or since `base`. */
export const changedPagesQuery = (place: RequestPlace, base: string | undefined, revision: string) => {
  const key = [...keyOf(place), 'changes', 'pages'];
  return infiniteQueryOptions({
    queryKey: [...key, base ?? '', revision],
    queryFn: ({ pageParam }) => {
      // A list on the screen does not become shorter when the change request changes.
      const isShown = queries.getQueriesData({ queryKey: key }).some(([, known]) => known !== undefined);
      return api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/pages', {
        path: { ...place },
        query: {
          limit: isShown ? NEXT_PAGES : FIRST_PAGES,
          ...(base === undefined ? {} : { base }),
          ...(pageParam === undefined ? {} : { page: pageParam }),
        },
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
};

/** A change of a file, a reusable content, a tag or the variables. */
export type OtherChange = Exclude<Change, { page: unknown }>;

const MAX_CHANGES = 10_000;

/** What changed beside the pages. */
export const otherChangesQuery = (place: RequestPlace, base: string | undefined, revision: string) =>
  queryOptions({
    queryKey: [...keyOf(place), 'changes', 'others', base ?? '', revision],
    queryFn: async () => {
      const { changes } = await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes', {
        path: { ...place },
        query: { limit: MAX_CHANGES, ...(base === undefined ? {} : { base }) },
      });
      return changes.filter((change): change is OtherChange => !('page' in change));
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
