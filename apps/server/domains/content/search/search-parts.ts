import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { ReadComputedTree } from '../../specs/pages/computed-tree.ts';
import { type ComputedIndexes, createComputedIndexes } from './computed-index.ts';
import { SearchStore } from './search-store.ts';
import { createShowPages, type ShowPages } from './show-pages.ts';
import { createShownDocuments } from './shown-documents.ts';

/** The components of search: created once, because they cache indexes and texts in memory. */
export interface SearchParts {
  context: Context;
  content: ContentStore;
  indexes: SearchStore;
  showPages: ShowPages;
  computed: ComputedIndexes;
}

export function createSearchParts(
  context: Context,
  content: ContentStore,
  readComputed: ReadComputedTree,
): SearchParts {
  const indexes = new SearchStore(context, content);
  const shownDocuments = createShownDocuments(content.facts, context.config.limits.memoryCacheBytes / 2);
  const computed = createComputedIndexes(context, content, readComputed);
  return { context, content, indexes, showPages: createShowPages(context, shownDocuments), computed };
}
