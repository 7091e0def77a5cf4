import type { Static } from 'typebox';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { List } from '../../../platform/http/lists.ts';
import type { Hit, LastResult } from './best-hits.ts';
import type { ComputedIndex } from './computed-index.ts';
import type { FoundPage, PresentedPage } from './search.present.ts';
import type { SearchedSpaceSchema } from './search.schemas.ts';
import { toFoundPage } from './search-space.ts';
import type { FoundHits } from './search-spaces.ts';
import type { ShowPages } from './show-pages.ts';
import type { ShownDocument } from './shown-documents.ts';

/** A query in several spaces, and the page of results that is requested. */
export interface SpacesQuestion {
  query: string;
  after: LastResult | undefined;
  limit: number;
  issueNext(last: LastResult): string;
}

export type PresentedSpace = Static<typeof SearchedSpaceSchema>;

interface Parts {
  context: Pick<Context, 'pointers'>;
  content: ContentStore;
  showPages: ShowPages;
}

/** Finds what is computed from specs. */
type FindComputed = Pick<ComputedIndex, 'find'>;

/** Finds the shown parts of a page if they differ from its stored document. */
export type FindShown = (hit: Hit) => ShownDocument | undefined;

/** Presents a part of the results in several spaces: pages grouped by their spaces. */
export async function presentHits(
  parts: Parts,
  organizationId: string,
  question: SpacesQuestion,
  {
    hits,
    count,
    findShown = () => undefined,
    computedOf = new Map(),
  }: FoundHits & { findShown?: FindShown; computedOf?: ReadonlyMap<string, FindComputed> },
): Promise<List<PresentedSpace>> {
  const { query, after, limit, issueNext } = question;
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
    items: await groupBySpace(
      parts,
      { organizationId, query, rankBefore: rank, findShown, computedOf },
      shown,
    ),
  };
}

interface Shown {
  organizationId: string;
  query: string;
  rankBefore: number;
  findShown: FindShown;
  /** The searched computed pages of spaces. */
  computedOf: ReadonlyMap<string, FindComputed>;
}

/** Groups the pages of one part of the results by their spaces, in the order in which these appear. */
async function groupBySpace(
  { context, content, showPages }: Parts,
  { organizationId, query, rankBefore, findShown, computedOf }: Shown,
  hits: readonly Hit[],
): Promise<PresentedSpace[]> {
  const found: FoundPage[] = [];
  for (const [at, hit] of hits.entries()) {
    const { index, page } = hit;
    const space = await context.pointers.spaces.find(index.spaceId);
    if (!space) continue;
    const { snapshot } = await content.open(space, index.revisionId);
    const shown = toFoundPage(
      index,
      { pages: snapshot.pages, computed: computedOf.get(index.spaceId) },
      page,
      rankBefore + at + 1,
    );
    if (shown) found.push({ ...shown, document: findShown(hit) ?? shown.document });
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
