import { BestOf } from './best-of.ts';
import type { PageScorer } from './page-scorer.ts';
import type { PlannedSegment } from './plan.ts';
import type { RankedPage, RankedSection } from './ranked-page.ts';
import type { Segment } from './segment.ts';

/** The number of sections of a page in the result. */
const MAX_SECTIONS = 20;

/** Up to this part of all, the best are chosen; for more, all are sorted. */
const CHOSEN_SHARE = 0.2;

/** The number of pages sorted at once for a caller that takes them one by one. */
const FEW = 16;

/**
 * The pages that were found, in rows: what they are worth, their ordinals, and where in the plan their segments are.
 */
export interface FoundPages {
  scores: Float64Array;
  pages: Int32Array;
  segments: Int32Array;
}

/** All pages that match, best first. They are brought in order as far as somebody looks. */
export class RankedPages implements Iterable<RankedPage> {
  readonly length: number;
  readonly #plan: readonly PlannedSegment[];
  readonly #found: FoundPages;
  readonly #read: (position: number) => PageScorer;
  /** The best of them, in order. */
  #ranked: readonly number[] = [];

  /** `read`: the page at a place among the found ones. */
  constructor(plan: readonly PlannedSegment[], found: FoundPages, read: (position: number) => PageScorer) {
    this.#plan = plan;
    this.#found = found;
    this.#read = read;
    this.length = found.pages.length;
  }

  slice(start: number, end: number): RankedPage[] {
    return this.#rank(end)
      .slice(start, end)
      .map((position) => this.#present(position));
  }

  *[Symbol.iterator](): Generator<RankedPage> {
    for (let start = 0, end = FEW; start < this.length; start = end, end *= 4)
      for (const position of this.#rank(end).slice(start, end)) yield this.#present(position);
  }

  /** Ranks at least this many pages, if there are as many. */
  #rank(count: number): readonly number[] {
    const wanted = Math.min(count, this.length);
    if (this.#ranked.length >= wanted) return this.#ranked;
    this.#ranked = wanted > CHOSEN_SHARE * this.length ? this.#sort() : this.#choose(wanted);
    return this.#ranked;
  }

  #choose(count: number): number[] {
    const best = new BestOf(count, (one, other) => this.#isFirst(one, other));
    const { scores } = this.#found;
    for (let position = 0; position < scores.length; position += 1) {
      const score = scores[position] as number;
      if (score >= best.least) best.offer(position, score);
    }
    return best.places();
  }

  #sort(): number[] {
    const positions = Array.from({ length: this.length }, (_, position) => position);
    return positions.sort((one, other) => (this.#isBefore(one, other) ? -1 : 1));
  }

  #isBefore(one: number, other: number): boolean {
    const difference = (this.#found.scores[one] as number) - (this.#found.scores[other] as number);
    return difference === 0 ? this.#isFirst(one, other) : difference > 0;
  }

  /** Decides between two pages with the same score. */
  #isFirst(one: number, other: number): boolean {
    const difference = this.#plannedAt(one).segment.comparePageIds(
      this.#found.pages[one] as number,
      this.#plannedAt(other).segment,
      this.#found.pages[other] as number,
    );
    return difference === 0 ? one < other : difference < 0;
  }

  #plannedAt(position: number): PlannedSegment {
    return this.#plan[this.#found.segments[position] as number] as PlannedSegment;
  }

  #present(position: number): RankedPage {
    const { segment, index } = this.#plannedAt(position);
    const page = this.#found.pages[position] as number;
    const score = this.#found.scores[position] as number;
    return new FoundPage({ source: segment, segment: index, page, score }, () => this.#read(position));
  }
}

/** A found page. Fields that only shown pages need are computed on first use. */
class FoundPage implements RankedPage {
  readonly pageId: string;
  readonly segment: number;
  readonly page: number;
  readonly score: number;
  readonly #source: Segment;
  readonly #read: () => PageScorer;
  #match: RankedPage['match'] = 'page';
  #sections: RankedSection[] | undefined;

  constructor(
    { source, segment, page, score }: { source: Segment; segment: number; page: number; score: number },
    read: () => PageScorer,
  ) {
    this.pageId = source.pageId(page);
    this.segment = segment;
    this.page = page;
    this.score = score;
    this.#source = source;
    this.#read = read;
  }

  get match(): RankedPage['match'] {
    this.#describe();
    return this.#match;
  }

  get sections(): RankedSection[] {
    return this.#describe();
  }

  #describe(): RankedSection[] {
    if (this.#sections) return this.#sections;
    const read = this.#read();
    const { firstSections } = this.#source;
    const first = firstSections[this.page] as number;
    const hasSections = first !== firstSections[this.page + 1];
    this.#match = read.own > read.best / 2 ? 'page' : 'section';
    this.#sections =
      read.count === 0 && hasSections
        ? [{ ordinal: 0, score: this.score, match: 'page' }]
        : listSections(read, first);
    return this.#sections;
  }
}

function listSections({ count, sections, scores }: PageScorer, first: number): RankedSection[] {
  const best = new BestOf(MAX_SECTIONS);
  for (let n = 0; n < count; n += 1) best.offer(n, scores[n] as number);
  return best.places().map((n) => ({
    ordinal: (sections[n] as number) - first,
    score: scores[n] as number,
    match: 'section',
  }));
}
