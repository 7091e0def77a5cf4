import type { SpacePointer } from '../../access/pointers.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { PageTree } from '../../content/tree/page-tree.ts';
import type { List } from '../../http/lists.ts';
import type { RankedPage } from '../../search-engine/ranked-page.ts';
import { findPages } from './find-pages.ts';
import type { FoundPage, PresentedPage } from './search.present.ts';
import type { OpenedIndex, SearchStore } from './search-store.ts';
import type { ShowPages } from './show-pages.ts';

/** A piece of the results in one space. */
export interface SpaceQuestion {
  query: string;
  /** The number of results before this page. */
  start: number;
  limit: number;
  /** The cursor of the next piece. */
  issueNext(start: number): string;
}

export async function searchSpace(
  parts: { content: ContentStore; indexes: SearchStore; showPages: ShowPages },
  space: SpacePointer,
  index: OpenedIndex,
  { query, start, limit, issueNext }: SpaceQuestion,
): Promise<List<PresentedPage>> {
  const ranked = await findPages(parts.indexes, index, query);
  const { snapshot } = await parts.content.open(space, index.revisionId);
  const found = ranked
    .slice(start, start + limit)
    .flatMap((page, at) => toFoundPage(index, snapshot.pages, page, start + at + 1) ?? []);
  return {
    ...(start + limit < ranked.length ? { next: { page: issueNext(start + limit) } } : {}),
    count: ranked.length,
    items: await parts.showPages(space.organizationId, query, found),
  };
}

/** Undefined for a page that the revision does not contain, which only a damaged index can name. */
export function toFoundPage(
  { spaceId, language }: OpenedIndex,
  pages: PageTree,
  ranked: RankedPage,
  rank: number,
): FoundPage | undefined {
  const entry = pages.find(ranked.pageId)?.entry;
  if (entry?.type !== 'document') return undefined;
  return { spaceId, language, pages, entry, ranked, rank };
}
