import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queries, sessionQuery } from '../api/queries.ts';

/** How the user signs in. */
export const credentialsQuery = queryOptions({
  queryKey: ['people', 'account', 'credentials'],
  queryFn: () => api.get('/v1/user/credentials'),
  staleTime: 0,
});

export const passkeysQuery = queryOptions({
  queryKey: ['people', 'account', 'passkeys'],
  queryFn: async () => (await api.get('/v1/user/passkeys')).items,
  staleTime: 0,
});

export const sessionsQuery = infiniteQueryOptions({
  queryKey: ['people', 'account', 'sessions'],
  queryFn: ({ pageParam }) =>
    api.get('/v1/user/sessions', {
      query: { limit: 50, ...(pageParam === undefined ? {} : { page: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next?.page,
  staleTime: 0,
});

/** Reads the account of the user again, after a change. */
export async function refreshAccount(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['people', 'account'] });
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
