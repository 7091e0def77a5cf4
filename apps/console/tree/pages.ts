import type { ContentPage } from '../api/queries.ts';

const NONE: ContentPage[] = [];

export const pagesBelow = ({ pages = NONE }: ContentPage): ContentPage[] => pages;

/** Whether pages can be moved below a page. */
export const mayHavePages = ({ type }: ContentPage): boolean => type === 'document' || type === 'group';

/** The pages that lead to a page, which is the last; empty if it is not in the tree. */
export function findPath(pages: readonly ContentPage[], pageId: string): ContentPage[] {
  for (const page of pages) {
    if (page.id === pageId) return [page];
    const below = findPath(pagesBelow(page), pageId);
    if (below.length > 0) return [page, ...below];
  }
  return [];
}

/** The place of a page: its parent (null: at the top), and its position among its siblings. */
export interface Position {
  into: string | null;
  at: number;
}

export interface Found extends Position {
  page: ContentPage;
  siblings: readonly ContentPage[];
}

export function findPage(
  pages: readonly ContentPage[],
  pageId: string,
  into: string | null = null,
): Found | undefined {
  for (const [at, page] of pages.entries()) {
    if (page.id === pageId) return { page, into, at, siblings: pages };
    const found = findPage(pagesBelow(page), pageId, page.id);
    if (found) return found;
  }
  return undefined;
}

/** Whether a page is another one, or somewhere below it. */
export const isWithin = (page: ContentPage, pageId: string): boolean => findPath([page], pageId).length > 0;

/** The number of a page and all those below it. */
export const countPages = (page: ContentPage): number =>
  pagesBelow(page).reduce((count, below) => count + countPages(below), 1);

/** The first page with a document, from the top. */
export function firstPage(pages: readonly ContentPage[]): ContentPage | undefined {
  for (const page of pages) {
    if (page.type === 'document') return page;
    const below = firstPage(pagesBelow(page));
    if (below) return below;
  }
  return undefined;
}

/** A tree in which one page is another; those that did not change are the same objects. */
export function replacePage(
  pages: readonly ContentPage[],
  pageId: string,
  replace: (page: ContentPage) => ContentPage,
): ContentPage[] {
  let isFound = false;
  const replaced = pages.map((page) => {
    if (isFound) return page;
    if (page.id === pageId) {
      isFound = true;
      return replace(page);
    }
    const below = pagesBelow(page);
    const belowReplaced = replacePage(below, pageId, replace);
    if (belowReplaced === below) return page;
    isFound = true;
    return withPages(page, belowReplaced);
  });
  return isFound ? replaced : (pages as ContentPage[]);
}

export function removePage(pages: readonly ContentPage[], pageId: string): ContentPage[] {
  const found = findPage(pages, pageId);
  if (!found) return pages as ContentPage[];
  const rest = found.siblings.filter(({ id }) => id !== pageId);
  return withChildren(pages, found.into, rest);
}

export function insertPage(
  pages: readonly ContentPage[],
  page: ContentPage,
  { into, at }: Position,
): ContentPage[] {
  const siblings = into === null ? pages : pagesBelow(findPage(pages, into)?.page ?? page);
  return withChildren(pages, into, siblings.toSpliced(at, 0, page));
}

const withChildren = (
  pages: readonly ContentPage[],
  into: string | null,
  children: ContentPage[],
): ContentPage[] =>
  into === null ? children : replacePage(pages, into, (page) => withPages(page, children));

const withPages = (page: ContentPage, pages: ContentPage[]): ContentPage =>
  mayHavePages(page) ? { ...page, pages } : page;
