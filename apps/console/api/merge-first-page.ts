import type { ListedRequest, RequestPage, RequestPages } from './request-page.ts';

/**
 * Puts the present first page before the pages that were read earlier. What was updated since has moved to it; what is
 * newer than its end and not on it no longer belongs to the list.
 */
export function mergeFirstPage(old: RequestPages, fresh: RequestPage): RequestPages {
  const last = fresh.items.at(-1);
  if (!fresh.next || !last) return { pages: [fresh], pageParams: [undefined] };
  const known = new Set(fresh.items.map(({ id }) => id));
  const isLater = ({ id, updatedAt }: ListedRequest): boolean =>
    !known.has(id) && updatedAt <= last.updatedAt;
  const [first, ...rest] = old.pages;
  if (!first?.next) return { pages: [fresh], pageParams: [undefined] };
  return {
    pages: [
      { ...first, count: fresh.count, items: [...fresh.items, ...first.items.filter(isLater)] },
      ...rest.map((page) => ({ ...page, items: page.items.filter(isLater) })),
    ],
    pageParams: old.pageParams,
  };
}
