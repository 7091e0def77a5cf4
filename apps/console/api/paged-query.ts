import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** A list that is read page by page. `read`: reads the page with this cursor; undefined for the first one. */
export const pagedQuery = <Page extends { next?: { page: string } }>(
  queryKey: QueryKey,
  read: (cursor: { page?: string }) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam === undefined ? {} : { page: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
  });
