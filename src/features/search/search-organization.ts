import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Caller } from '../../access/role-sql.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../http/lists.ts';
import type { SearchResults } from '../../search-engine/search.ts';
import { listReadableSpaces, type ReadableSpace } from '../spaces/spaces.queries.ts';
import { BestHits, type Hit, type LastResult } from './best-hits.ts';
import { findPages } from './find-pages.ts';
import type { FoundPage, PresentedPage } from './search.present.ts';
import type { SearchedSpaceSchema } from './search.schemas.ts';
import { findIndexes } from './search-index.repository.ts';
import { toFoundPage } from './search-space.ts';
import type { OpenedIndex, SearchStore } from './search-store.ts';
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

/** Spaces whose segments are read at once, where they are not in memory. */
const BATCH = 32;

/** How long a search may keep the process from serving other requests. */
const MAX_BLOCKING_MS = 10;

/**
 * Searches every space that the caller may read. Each is ranked by its own rare words, and the scores are compared.
 * Spaces that are not indexed yet are left out.
 */
export async function searchOrganization(
  parts: Parts,
  caller: Caller,
  { query, after, limit, issueNext }: OrganizationQuestion,
): Promise<List<SearchedSpace>> {
  const { organizationId } = caller;
  const spaces = await listReadableSpaces(parts.context.db, caller);
  const best = new BestHits(after, limit);
  let count = 0;
  let turnAt = performance.now();
  for (let start = 0; start < spaces.length; start += BATCH) {
    const opened = await openIndexes(parts, organizationId, spaces.slice(start, start + BATCH));
    await parts.indexes.prefetch(opened.map(({ index }) => index));
    for (const { space, index } of opened) {
      const ranked = await findPages(parts.indexes, index, query);
      count += ranked.length;
      best.add(hitsOf(space, index, ranked));
      if (performance.now() - turnAt < MAX_BLOCKING_MS) continue;
      await yieldToEventLoop();
      turnAt = performance.now();
    }
  }
  const hits = best.list();
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

/** Yields hits one by one: in most spaces only the best are examined. */
function* hitsOf(space: ReadableSpace, index: OpenedIndex, ranked: SearchResults): Generator<Hit> {
  for (const page of ranked) yield { space, index, page };
}

/** The indexes of those spaces that have one. */
async function openIndexes(
  { context, indexes }: Parts,
  organizationId: string,
  spaces: readonly ReadableSpace[],
): Promise<{ space: ReadableSpace; index: OpenedIndex }[]> {
  const ids = spaces.map(({ spaceId }) => spaceId);
  const rows = new Map((await findIndexes(context.db, organizationId, ids)).map((row) => [row.spaceId, row]));
  const opened: { space: ReadableSpace; index: OpenedIndex }[] = [];
  for (const space of spaces) {
    const key = { organizationId, spaceId: space.spaceId };
    const index = await indexes.openRow(key, rows.get(space.spaceId), space.revisionId);
    if (index) opened.push({ space, index });
  }
  return opened;
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
