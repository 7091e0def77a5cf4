import { type SearchResults, search } from '../../search-engine/search.ts';
import type { OpenedIndex, SearchStore } from './search-store.ts';

/** All pages of the revision that match, best first. */
export async function findPages(
  store: SearchStore,
  index: OpenedIndex,
  query: string,
): Promise<SearchResults> {
  if (!asksForSomething(query)) return [];
  const segments = store.getSegments(index);
  return search('then' in segments ? await segments : segments, query, { language: index.language });
}

/** A query of blanks and signs asks for nothing. */
export const asksForSomething = (query: string): boolean => /[\p{L}\p{N}]/u.test(query);
