import type { PageTree } from '@lectern/content/tree/page-tree';
import { hashTitlesAbove, limitTitlesAbove } from '@lectern/search/titles-above';

/** The titles of each page with children and of its ancestors. They are kept by tree, because trees never change. */
const titlesKept = new WeakMap<PageTree, Map<string, readonly { title: string }[]>>();

/** From the top page to the direct parent. */
export function titlesAbove(pages: PageTree, pageId: string): readonly { title: string }[] {
  const parentId = pages.parentIdOf(pageId);
  if (parentId === undefined) return [];
  const kept = titlesKept.get(pages) ?? new Map<string, readonly { title: string }[]>();
  titlesKept.set(pages, kept);
  let titles = kept.get(parentId);
  if (!titles) {
    titles = [...titlesAbove(pages, parentId), { title: pages.find(parentId)?.entry.title ?? '' }];
    kept.set(parentId, titles);
  }
  return titles;
}

/** The titles above the children of each page, as they are indexed, with their hash; kept by tree. */
const indexedKept = new WeakMap<PageTree, Map<string | undefined, IndexedTitles>>();

interface IndexedTitles {
  titles: readonly string[];
  hash: number;
}

/** The titles above a page that are indexed with it, so that “Limits” below “Uploads” is found by both words. */
export function indexedTitlesAbove(pages: PageTree, pageId: string): IndexedTitles {
  const parentId = pages.parentIdOf(pageId);
  const kept = indexedKept.get(pages) ?? new Map<string | undefined, IndexedTitles>();
  indexedKept.set(pages, kept);
  let indexed = kept.get(parentId);
  if (!indexed) {
    const titles = limitTitlesAbove(titlesAbove(pages, pageId).map(({ title }) => title));
    indexed = { titles, hash: hashTitlesAbove(titles) };
    kept.set(parentId, indexed);
  }
  return indexed;
}
