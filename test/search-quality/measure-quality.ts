import type { KnownItemQuery } from './load-pages.ts';

export interface Quality {
  /** The mean of one divided by the place of the page that must come. */
  mrr: number;
  /** The share of queries whose page is among the first five results. */
  recallAt5: number;
  /** The queries whose page was not the first result. */
  misses: { query: string; path: string; place: number | undefined; first: string | undefined }[];
}

/** Measures how well a search finds known pages; `find` returns the paths of pages, best first. */
export async function measureQuality(
  queries: readonly KnownItemQuery[],
  find: (query: string) => string[] | Promise<string[]>,
): Promise<Quality> {
  let reciprocal = 0;
  let within = 0;
  const misses: Quality['misses'] = [];
  for (const { query, path, others = [] } of queries) {
    const found = await find(query);
    const position = found.findIndex((one) => one === path || others.includes(one)) + 1;
    if (position > 0) reciprocal += 1 / position;
    if (position > 0 && position <= 5) within += 1;
    if (position !== 1) misses.push({ query, path, place: position || undefined, first: found[0] });
  }
  return { mrr: reciprocal / queries.length, recallAt5: within / queries.length, misses };
}
