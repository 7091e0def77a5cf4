import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { mergeFirstPage } from './merge-first-page.ts';
import { queries } from './queries.ts';
import type { ListedRequest, RequestPage, RequestPages, RequestQuery } from './request-page.ts';

/** Change requests are listed for a space, or for all spaces of an organization. */
export type RequestScope = { spaceId: string } | { organizationId: string };

const PER_PAGE = 50;

const readPage = (
  scope: RequestScope,
  query: RequestQuery,
  page: string | undefined,
): Promise<RequestPage> => {
  return readList(scope, { ...query, ...(page === undefined ? {} : { page }) }, PER_PAGE);
};

function readList(
  scope: RequestScope,
  { space, ...query }: RequestQuery & { page?: string },
  limit: number,
): Promise<RequestPage> {
  const asked = { ...query, limit };
  return 'spaceId' in scope
    ? api.get('/v1/spaces/{spaceId}/change-requests', { path: { spaceId: scope.spaceId }, query: asked })
    : api.get('/v1/orgs/{organizationId}/change-requests', {
        path: { organizationId: scope.organizationId },
        query: { ...asked, ...(space === undefined ? {} : { space }) },
      });
}

/** How many change requests match a query. */
export const requestCountQuery = (scope: RequestScope, query: RequestQuery) =>
  queryOptions({
    queryKey: ['request-count', scope, query],
    queryFn: async () => (await readList(scope, query, 1)).count,
  });

/** The change requests that match a query, the last updated first. */
export const requestListQuery = (scope: RequestScope, query: RequestQuery) =>
  infiniteQueryOptions({
    queryKey: ['request-list', scope, query],
    queryFn: ({ pageParam }) => readPage(scope, query, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    // Reading all of its pages again would take a request for each. `refreshList` reads what is new.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the beginning of a list again, where everything is that has changed since. */
export async function refreshList(scope: RequestScope, query: RequestQuery): Promise<void> {
  const { queryKey } = requestListQuery(scope, query);
  void queries.invalidateQueries({ queryKey: ['request-count', scope] });
  if (!queries.getQueryData(queryKey)) return;
  const fresh = await readPage(scope, query, undefined);
  queries.setQueryData(queryKey, (old) => old && mergeFirstPage(old, fresh));
}

/** Changes a list as the service will once it has heard of it. */
export function patchLists(change: (item: ListedRequest) => ListedRequest | undefined): void {
  queries.setQueriesData<RequestPages>({ queryKey: ['request-list'] }, (old) =>
    old?.pages.some(({ items }) => items.some((item) => change(item) !== item))
      ? {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: page.items.flatMap((item) => change(item) ?? []),
          })),
        }
      : old,
  );
}

const MOST_MEMBERS = 200;

/** The members of an organization by name, for the fields in which one is chosen. */
export const memberNamesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'member-names'],
    queryFn: async () => {
      const people: { id: string; name: string }[] = [];
      const query = { sort: 'name', order: 'asc', limit: 100 } as const;
      for await (const { user } of api.list('/v1/orgs/{organizationId}/members', {
        path: { organizationId },
        query,
      })) {
        people.push({ id: user.id, name: user.displayName });
        if (people.length === MOST_MEMBERS) break;
      }
      return people;
    },
    staleTime: 5 * 60_000,
  });
