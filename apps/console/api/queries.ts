import { ApiError } from '@lectern/client/api-error';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** What is not there, or not allowed, does not become so by asking again. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => !isFinal(error) && count < 3,
    },
  },
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.get('/v1/session'),
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => listAll(api.list('/v1/orgs')),
});

export const spaceQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId],
    queryFn: () => api.get('/v1/spaces/{spaceId}', { path: { spaceId } }),
  });

/** The page tree of the current content. */
export const pagesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'pages'],
    queryFn: () => api.get('/v1/spaces/{spaceId}/content/pages', { path: { spaceId } }),
  });

async function listAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
