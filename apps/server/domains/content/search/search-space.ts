import type { PageTree } from '@lectern/content/tree/page-tree';
import type { RankedPage } from '@lectern/search/ranked-page';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { List } from '../../../platform/http/lists.ts';
import type { ComputedIndex } from './computed-index.ts';
import { findPages } from './find-pages.ts';
import type { FoundPage, PresentedPage } from './search.present.ts';
import type { OpenedIndex, SearchStore } from './search-store.ts';
import type { ShowPages } from './show-pages.ts';
import { titlesAbove } from './titles-above.ts';

/** A piece of the results in one space. */
export interface SpaceQuestion {
  query: string;
  /** The number of results before this page. */
  start: number;
  limit: number;
  /** The computed pages, which are searched with the others. */
  computed: ComputedIndex | undefined;
  /** The cursor of the next piece. */
  issueNext(start: number): string;
}

export async function searchSpace(
  parts: { content: ContentStore; indexes: SearchStore; showPages: ShowPages },
  space: SpacePointer,
  index: OpenedIndex,
  { query, start, limit, issueNext, computed }: SpaceQuestion,
): Promise<List<PresentedPage>> {
  const ranked = await findPages(parts.indexes, index, { query, computed });
  const { snapshot } = await parts.content.open(space, index.revisionId);
  const found = ranked
    .slice(start, start + limit)
    .flatMap(
      (page, at) => toFoundPage(index, { pages: snapshot.pages, computed }, page, start + at + 1) ?? [],
    );
  return {
    ...(start + limit < ranked.length ? { next: { page: issueNext(start + limit) } } : {}),
    count: ranked.length,
    items: await parts.showPages(space.organizationId, query, found),
  };
}

/** Undefined for a page that the revision does not contain, which only a damaged index can name. */
export function toFoundPage(
  { spaceId, language }: OpenedIndex,
  { pages, computed }: { pages: PageTree; computed: Pick<ComputedIndex, 'find'> | undefined },
  ranked: RankedPage,
  rank: number,
): FoundPage | undefined {
  const found = computed?.find(ranked.pageId);
  if (found) return { spaceId, language, ...found, ranked, rank };
  const entry = pages.find(ranked.pageId)?.entry;
  if (entry?.type !== 'document') return undefined;
  const { id, title, emoji } = entry;
  const ancestors = titlesAbove(pages, id);
  const place = { id, title, emoji, path: pages.pathOf(id), ancestors, hasView: true };
  return { spaceId, language, place, entry, ranked, rank };
}
