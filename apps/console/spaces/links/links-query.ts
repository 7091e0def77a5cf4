import { ApiError } from '@lectern/client/api-error';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type BrokenLink, type Link, readLink } from './group-links.ts';

export interface BrokenLinks {
  /** Of all links of the space. */
  total: number;
  links: BrokenLink[];
}

const PER_PAGE = 1000;

/** All broken links of a space, with the addresses that the link checks found unreachable. */
export const brokenLinksQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'broken-links'],
    queryFn: async ({ signal }): Promise<BrokenLinks> => {
      const found: Link[] = [];
      let total = 0;
      for (let page: string | undefined; ; ) {
        const list = await api.get('/v1/spaces/{spaceId}/links', {
          path: { spaceId },
          query: { status: 'broken', limit: PER_PAGE, ...(page === undefined ? {} : { page }) },
          signal,
        });
        found.push(...list.items);
        total = list.stats.total;
        page = list.next?.page;
        if (page === undefined) break;
      }
      found.push(...(await listUnreachable(spaceId, signal)));
      return { total, links: found.map(readLink) };
    },
    staleTime: 0,
  });

/** Links whose addresses do not answer. None are known if the checks are off. */
async function listUnreachable(spaceId: string, signal: AbortSignal): Promise<Link[]> {
  const found: Link[] = [];
  try {
    for await (const link of api.list('/v1/spaces/{spaceId}/links', {
      path: { spaceId },
      query: { external: 'broken', status: 'ok', limit: PER_PAGE },
      signal,
    }))
      found.push(link);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  }
  return found;
}
