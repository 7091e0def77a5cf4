import { BestOf } from './best-of.ts';
import { Coverage } from './coverage.ts';
import type { Clause } from './expand-query.ts';
import { findNearness } from './nearness.ts';
import { type Near, PageScorer } from './page-scorer.ts';
import type { PlannedSegment } from './plan.ts';
import { type FoundPages, RankedPages } from './ranked-pages.ts';
import type { Scores } from './scores.ts';
import type { Segment } from './segment.ts';

/** The number of the best sections in which the distance between words is measured. */
const MAX_COMPARED_SECTIONS = 64;

export interface Question {
  clauses: readonly Clause[];
  /** Whether the query is a sentence, and not keywords. */
  isSentence: boolean;
  /** Names the query by its words. */
  hash: number;
  plan: readonly PlannedSegment[];
  /** Scores everything that is planned against the query. */
  score(): Scores;
}

/** Reused between searches, which never interrupt each other. */
let found: FoundPages = createFound(0);
const scorer = new PageScorer();

function createFound(length: number): FoundPages {
  return {
    scores: new Float64Array(length),
    pages: new Int32Array(length),
    segments: new Int32Array(length),
  };
}

/** Ranks all pages, first without looking at the positions of the words in a text. */
export function rankPages({ clauses, isSentence, hash, plan, score }: Question): RankedPages {
  const asked = { words: clauses.length, coverage: new Coverage(clauses, isSentence), hash };
  const scores = score();
  const room = plan.reduce((sum, { segment }) => sum + segment.pageCount, 0);
  if (found.pages.length < room) found = createFound(2 * room);
  const best = new BestOf(MAX_COMPARED_SECTIONS);
  let count = 0;
  for (const [place, planned] of plan.entries()) {
    const { segment, live, liveShare, weight, firstSection } = planned;
    const { pageCount } = segment;
    for (let page = 0; page < pageCount; page += 1) {
      if (liveShare !== 1 && live[page] === 0) continue;
      if (!scorer.read(planned, page, scores, asked)) continue;
      found.scores[count] = weight * scorer.worth;
      found.pages[count] = page;
      found.segments[count] = place;
      count += 1;
      if (clauses.length > 1 && scorer.best >= best.least)
        for (let n = 0; n < scorer.count; n += 1)
          if ((scorer.scores[n] as number) >= best.least)
            best.offer(firstSection + (scorer.sections[n] as number), scorer.scores[n] as number);
    }
  }
  const taken: FoundPages = {
    scores: found.scores.slice(0, count),
    pages: found.pages.slice(0, count),
    segments: found.segments.slice(0, count),
  };
  const near =
    clauses.length > 1
      ? findNear(plan, clauses, { sections: best.places(), postings: scores.postings, found: taken })
      : new Map<number, Near[]>();
  const read = (position: number): PageScorer => {
    scorer.read(
      plan[taken.segments[position] as number] as PlannedSegment,
      taken.pages[position] as number,
      score(),
      asked,
    );
    scorer.addNearness(near.get(position) ?? []);
    return scorer;
  };
  for (const position of near.keys()) {
    const { weight } = plan[taken.segments[position] as number] as PlannedSegment;
    taken.scores[position] = weight * read(position).worth;
  }
  return new RankedPages(plan, taken, read);
}

/**
 * Measures the distance between the words in some sections, given by the positions of their pages among the results.
 */
function findNear(
  plan: readonly PlannedSegment[],
  clauses: readonly Clause[],
  { sections, postings, found }: { sections: readonly number[]; postings: Uint32Array; found: FoundPages },
): Map<number, Near[]> {
  const sorted = sections.toSorted((left, right) => left - right);
  const near = new Map<number, Near[]>();
  let start = 0;
  for (const [place, planned] of plan.entries()) {
    const { segment, firstSection } = planned;
    let end = start;
    while (end < sorted.length && (sorted[end] as number) < firstSection + segment.sectionCount) end += 1;
    if (end === start) continue;
    const within = sorted.slice(start, end).map((section) => section - firstSection);
    for (const [n, nearness] of findNearness(planned, postings, clauses, within).entries()) {
      const section = within[n] as number;
      const page = placeOf(found, place, pageOf(segment, section));
      const ofPage = near.get(page);
      if (ofPage) ofPage.push({ section, nearness });
      else near.set(page, [{ section, nearness }]);
    }
    start = end;
  }
  return near;
}

const pageOf = ({ pageCount, firstSections }: Segment, section: number): number =>
  findLastIndex(pageCount, (page) => (firstSections[page] as number) <= section);

/** Returns the position of a page of a segment among the results. */
const placeOf = ({ pages, segments }: FoundPages, segment: number, page: number): number =>
  findLastIndex(pages.length, (at) => {
    const other = segments[at] as number;
    return other < segment || (other === segment && (pages[at] as number) <= page);
  });

/** The last of so many of which something is true, when it is true of the first ones. */
function findLastIndex(count: number, isTrue: (at: number) => boolean): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isTrue(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
