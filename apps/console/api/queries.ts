import { ApiError } from '@lectern/client/api-error';
import type { ItemOf, ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { isOffline } from './connection.ts';
import type { Place } from './place.ts';

/** Retrying does not help if the object is missing or access is denied. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The offline bar refetches everything when the service is back.
      retry: (count, error) => !isFinal(error) && !isOffline.get() && count < 3,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export type Organization = Schemas['Organization'];
/** A space with its current revision, which changes with each save. */
export type Space = Omit<Schemas['Space'], 'revision'>;
export type Collection = Schemas['Collection'];
/** An entry of the page tree. */
export type ContentPage = Schemas['TreePage'];
export type Site = Schemas['Site'];
export type Session = Schemas['Session'];
export type Bookmark = ItemOf<'/v1/user/favorites'>;
export type RevisionSummary = ItemOf<'/v1/spaces/{spaceId}/revisions'>;
export type DeletedPage = ItemOf<'/v1/spaces/{spaceId}/trash'>;
export type PageList = ResponseOf<'/v1/spaces/{spaceId}/content/tree', 'get'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.get('/v1/session'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => listAll(api.list('/v1/orgs')),
});

export const collectionsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'collections'],
    queryFn: () => listAll(api.list('/v1/orgs/{organizationId}/collections', { path: { organizationId } })),
  });

export const spacesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'spaces'],
    queryFn: () =>
      listAll(
        api.list('/v1/orgs/{organizationId}/spaces', { path: { organizationId }, query: { limit: 100 } }),
      ),
  });

/** The deleted spaces that the user can restore. */
export const deletedSpacesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'deleted-spaces'],
    queryFn: () =>
      listAll(
        api.list('/v1/orgs/{organizationId}/spaces', {
          path: { organizationId },
          query: { deleted: true, limit: 100 },
        }),
      ),
  });

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['collection', collectionId],
    queryFn: () => api.get('/v1/collections/{collectionId}', { path: { collectionId } }),
  });

export const spaceQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId],
    queryFn: () => api.get('/v1/spaces/{spaceId}', { path: { spaceId } }),
  });

const withoutRevision = ({ revision: _revision, ...space }: Schemas['Space']): Space => space;

/** A space without its current revision, for parts that need not be drawn again after each save. */
export const shownSpaceQuery = (spaceId: string) =>
  queryOptions({ ...spaceQuery(spaceId), select: withoutRevision });

/** The page tree of a space, a change request or a revision. */
export const pagesQuery = (place: Place | string) => {
  const { spaceId, changeRequestId, revisionId }: Place =
    typeof place === 'string' ? { spaceId: place } : place;
  // The entry of an API reference is one that can be moved and deleted; its pages are none.
  const query = { computed: false };
  return queryOptions({
    queryKey: ['space', spaceId, 'pages', changeRequestId ?? '', revisionId ?? ''],
    queryFn: (): Promise<PageList> => {
      if (changeRequestId !== undefined)
        return api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/tree', {
          path: { spaceId, changeRequestId },
          query,
        });
      return revisionId === undefined
        ? api.get('/v1/spaces/{spaceId}/content/tree', { path: { spaceId }, query })
        : api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/tree', {
            path: { spaceId, revisionId },
            query,
          });
    },
    // Events invalidate it earlier.
    staleTime: 5 * 60_000,
  });
};

/** A change request, by its id or its number in the space. */
export const changeRequestQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'change-request', changeRequestId],
    queryFn: () =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
        path: { spaceId, changeRequestId },
      }),
  });

export const siteQuery = (organizationId: string, siteId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'site', siteId],
    queryFn: () => api.get('/v1/orgs/{organizationId}/sites/{siteId}', { path: { organizationId, siteId } }),
  });

export const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: () => listAll(api.list('/v1/user/favorites', { query: { limit: 100 } })),
});

export const recentQuery = queryOptions({
  queryKey: ['recent'],
  queryFn: async () => (await api.get('/v1/user/recent', { query: { limit: 30 } })).items,
});

export const trashQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['space', spaceId, 'trash'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/spaces/{spaceId}/trash', {
        path: { spaceId },
        query: { limit: 50, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

/** The revisions of a space, newest first; `of`: those that changed a page. */
export const historyQuery = (spaceId: string, of: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['space', spaceId, 'history', of ?? ''],
    queryFn: ({ pageParam }) =>
      api.get('/v1/spaces/{spaceId}/revisions', {
        path: { spaceId },
        query: {
          limit: 50,
          ...(of === undefined ? {} : { changedPage: of }),
          ...(pageParam === undefined ? {} : { page: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

export const revisionQuery = (spaceId: string, revisionId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'revision', revisionId],
    queryFn: () => api.get('/v1/spaces/{spaceId}/revisions/{revisionId}', { path: { spaceId, revisionId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const pageInRevisionQuery = (spaceId: string, revisionId: string, pageId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'revision', revisionId, 'page', pageId],
    queryFn: () =>
      // Markdown is the smallest of the formats.
      api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
        path: { spaceId, revisionId, pageId },
        query: { format: 'markdown' },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A page of a revision as HTML, which the service has sanitized. */
export const pageHtmlQuery = (spaceId: string, revisionId: string, pageId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'revision', revisionId, 'html', pageId],
    queryFn: async () =>
      (
        await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/html', {
          path: { spaceId, revisionId, pageId },
        })
      ).html,
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function listAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
