import { type SearchResults, search } from '@lectern/search/search';
import type { ComputedIndex } from './computed-index.ts';
import type { OpenedIndex, SearchStore } from './search-store.ts';

/** All pages of the revision that match, best first. */
export async function findPages(
  store: SearchStore,
  index: OpenedIndex,
  { query, computed }: { query: string; computed: ComputedIndex | undefined },
): Promise<SearchResults> {
  if (!asksForSomething(query)) return [];
  const segments = store.getSegments(index);
  const own = 'then' in segments ? await segments : segments;
  const searched = computed ? [...own, computed.segment] : own;
  return search(searched, query, { language: index.language });
}

/** A query of blanks and signs asks for nothing. */
export const asksForSomething = (query: string): boolean => /[\p{L}\p{N}]/u.test(query);
