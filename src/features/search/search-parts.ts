import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';
import { createShowPages, type ShowPages } from './show-pages.ts';
import { createShownDocuments } from './shown-documents.ts';

/** The components of search: created once, because they cache indexes and texts in memory. */
export interface SearchParts {
  context: Context;
  content: ContentStore;
  indexes: SearchStore;
  showPages: ShowPages;
}

export function createSearchParts(context: Context, content: ContentStore): SearchParts {
  const indexes = createSearchStore(context, content);
  const shownDocuments = createShownDocuments(content.facts, context.config.limits.memoryCacheBytes / 2);
  return { context, content, indexes, showPages: createShowPages(context, shownDocuments) };
}
