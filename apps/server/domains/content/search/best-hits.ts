import type { RankedPage } from '@lectern/search/ranked-page';
import type { OpenedIndex } from './search-store.ts';

/** A space that is searched. */
export interface SearchedSpace {
  spaceId: string;
  title: string;
  revisionId: string;
}

/** A page found in one of several spaces. */
export interface Hit {
  space: Pick<SearchedSpace, 'spaceId' | 'title'>;
  index: OpenedIndex;
  page: RankedPage;
}

/** The last result of a page of results. */
export interface LastResult {
  score: number;
  spaceId: string;
  pageId: string;
  rank: number;
}

/** Collects the best hits of several spaces after the last one that was shown. Keeps only a few more than requested. */
export class BestHits {
  readonly #after: LastResult | undefined;
  readonly #limit: number;
  #hits: Hit[] = [];
  /** The last one of the kept hits if there are enough: hits that rank below it are not among the best. */
  #worst: HitOrder | undefined;

  /** Keeps one more hit than `limit`, which shows whether there are more. */
  constructor(after: LastResult | undefined, limit: number) {
    this.#after = after;
    this.#limit = limit;
  }

  /** Adds the hits of one space, best first; reads only as many as necessary. */
  add(hits: Iterable<Hit>): void {
    let taken = 0;
    for (const hit of hits) {
      const place = orderOf(hit);
      if (this.#worst && compare(place, this.#worst) >= 0) break;
      if (this.#after && compare(place, this.#after) <= 0) continue;
      this.#hits.push(hit);
      taken += 1;
      if (taken > this.#limit) break;
    }
    if (taken > 0 && this.#hits.length > this.#limit) this.#trim();
  }

  #trim(): void {
    this.#hits = this.list();
    this.#worst = orderOf(this.#hits[this.#limit] as Hit);
  }

  list(): Hit[] {
    return this.#hits.sort((left, right) => compare(orderOf(left), orderOf(right))).slice(0, this.#limit + 1);
  }
}

type HitOrder = Pick<LastResult, 'score' | 'spaceId' | 'pageId'>;

const orderOf = ({ space, page }: Hit): HitOrder => ({
  score: page.score,
  spaceId: space.spaceId,
  pageId: page.pageId,
});

/** The order of results. Nothing is equal but the same page of the same space. */
function compare(left: HitOrder, right: HitOrder): number {
  if (left.score !== right.score) return right.score - left.score;
  if (left.spaceId !== right.spaceId) return left.spaceId < right.spaceId ? -1 : 1;
  if (left.pageId !== right.pageId) return left.pageId < right.pageId ? -1 : 1;
  return 0;
}
