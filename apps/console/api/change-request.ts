import type { ItemOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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
const keyOf = ({ spaceId, changeRequestId }: RequestPlace): readonly string[] =>
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
export interface ChangedPage {
  page: { id: string; type: string; title: string; path?: string; emoji?: string; icon?: string };
  kinds: ('created' | 'edited' | 'moved' | 'deleted')[];
  /** How many words were added and removed. */
  words?: { added: number; removed: number };
}

/** The changes of a change request, apart from those within pages. */
export interface RequestChanges {
  /** The pages that changed, in reading order; deleted ones come last. */
  pages: ChangedPage[];
  /** What else changed: files, reusable contents, tags and variables. */
  others: Exclude<Change, { page: unknown }>[];
  /** How many changes are not among them. */
  more: number;
}

const MAX_CHANGES = 5000;

/** What changed, relative to the content that the change request was last updated from. */
export const changesQuery = (place: RequestPlace, base: string | undefined, revision: string) =>
  queryOptions({
    queryKey: [...keyOf(place), 'changes', base ?? '', revision],
    queryFn: async (): Promise<RequestChanges> => {
      const { changes, more = 0 } = await api.get(
        '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
        {
          path: { ...place },
          query: { limit: MAX_CHANGES, ...(base === undefined ? {} : { base }) } as { limit: number },
        },
      );
      const pages = new Map<string, ChangedPage>();
      const others: RequestChanges['others'] = [];
      for (const change of changes) {
        if (!('page' in change)) {
          others.push(change);
          continue;
        }
        const known: ChangedPage = pages.get(change.page.id) ?? { page: change.page, kinds: [] };
        known.kinds.push(change.type.slice('page_'.length) as ChangedPage['kinds'][number]);
        pages.set(change.page.id, known);
      }
      return { pages: [...pages.values()], others, more };
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
