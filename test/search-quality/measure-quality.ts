import type { KnownItemQuery } from './load-pages.ts';

export interface Quality {
  /** The mean of one divided by the place of the page that must come. */
  mrr: number;
  /** How often it is among the first five. */
  recallAt5: number;
  /** What did not come first. */
  misses: { query: string; path: string; place: number | undefined; first: string | undefined }[];
}

/** How well a search finds known pages; `find` gives the paths of pages, best first. */
export async function measureQuality(
  queries: readonly KnownItemQuery[],
  find: (query: string) => string[] | Promise<string[]>,
): Promise<Quality> {
  let reciprocal = 0;
  let within = 0;
  const misses: Quality['misses'] = [];
  for (const { query, path } of queries) {
    const found = await find(query);
    const place = found.indexOf(path) + 1;
    if (place > 0) reciprocal += 1 / place;
    if (place > 0 && place <= 5) within += 1;
    if (place !== 1) misses.push({ query, path, place: place || undefined, first: found[0] });
  }
  return { mrr: reciprocal / queries.length, recallAt5: within / queries.length, misses };
}
