import type { Static } from 'typebox';
import type { Caller } from '../../access/role-sql.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../http/lists.ts';
import type { Hit, LastResult } from './best-hits.ts';
import type { FoundPage, PresentedPage } from './search.present.ts';
import type { SearchedSpaceSchema } from './search.schemas.ts';
import { toFoundPage } from './search-space.ts';
import { searchSpaces } from './search-spaces.ts';
import type { SearchStore } from './search-store.ts';
import type { ShowPages } from './show-pages.ts';

export interface OrganizationQuestion {
  query: string;
  after: LastResult | undefined;
  limit: number;
  issueNext(last: LastResult): string;
}

type SearchedSpace = Static<typeof SearchedSpaceSchema>;

interface Parts {
  context: Pick<Context, 'db' | 'pointers'>;
  content: ContentStore;
  indexes: SearchStore;
  showPages: ShowPages;
}

/**
 * Searches every space that the caller may read. Each is ranked by its own rare words, and the scores are compared.
 * Spaces that are not indexed yet are left out. Typos are considered in words that no space knows.
 */
export async function searchOrganization(
  parts: Parts,
  caller: Caller,
  { query, after, limit, issueNext }: OrganizationQuestion,
): Promise<List<SearchedSpace>> {
  const { organizationId } = caller;
  const { hits, count } = await searchSpaces(parts, caller, { query, after, limit });
  const shown = hits.slice(0, limit);
  const last = shown.at(-1);
  const rank = after?.rank ?? 0;
  return {
    ...(last && hits.length > limit
      ? {
          next: {
            page: issueNext({
              score: last.page.score,
              spaceId: last.space.spaceId,
              pageId: last.page.pageId,
              rank: rank + limit,
            }),
          },
        }
      : {}),
    count,
    items: await groupBySpace(parts, organizationId, query, shown, rank),
  };
}

/** The pages of one piece, under their spaces in the order in which these appear. */
async function groupBySpace(
  { context, content, showPages }: Parts,
  organizationId: string,
  query: string,
  hits: readonly Hit[],
  rankBefore: number,
): Promise<SearchedSpace[]> {
  const found: FoundPage[] = [];
  for (const [at, { index, page }] of hits.entries()) {
    const space = await context.pointers.spaces.find(index.spaceId);
    if (!space) continue;
    const { snapshot } = await content.open(space, index.revisionId);
    const shown = toFoundPage(index, snapshot.pages, page, rankBefore + at + 1);
    if (shown) found.push(shown);
  }
  const presented = await showPages(organizationId, query, found);
  const titles = new Map(hits.map(({ space }) => [space.spaceId, space.title]));
  const groups = new Map<string, PresentedPage[]>();
  for (const [at, { spaceId }] of found.entries()) {
    const pages = groups.get(spaceId) ?? [];
    groups.set(spaceId, pages);
    pages.push(presented[at] as PresentedPage);
  }
  return [...groups].map(([spaceId, pages]) => ({
    type: 'space',
    id: spaceId,
    title: titles.get(spaceId) ?? '',
    // The first is the best.
    score: pages[0]?.score ?? 0,
    pages,
  }));
}
