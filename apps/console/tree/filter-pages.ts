import type { ContentPage } from '../api/queries.ts';
import { nameOf } from '../app/current.ts';
import { t } from '../messages/messages.ts';
import { matches } from '../palette/match.ts';
import { pagesBelow } from './pages.ts';

export interface FilteredPages {
  pages: ContentPage[];
  /** The pages that match; the others are shown because these are below them. */
  count: number;
  first: ContentPage | undefined;
  ids: ReadonlySet<string>;
}

/** The pages whose titles match a query, with those that they are below. */
export function filterPages(pages: readonly ContentPage[], query: string): FilteredPages {
  const ids = new Set<string>();
  let count = 0;
  let first: ContentPage | undefined;
  const filter = (list: readonly ContentPage[]): ContentPage[] =>
    list.flatMap((page) => {
      const isMatch = matches(nameOf(page.title, t('untitled')), query);
      if (isMatch) {
        count += 1;
        first ??= page;
      }
      const below = filter(pagesBelow(page));
      if (!isMatch && below.length === 0) return [];
      ids.add(page.id);
      const { pages: _pages, ...own } = page;
      return [below.length > 0 ? { ...own, pages: below } : own];
    });
  return { pages: filter(pages), count, first, ids };
}
