import { expandQuery } from './expand-query.ts';
import { parseQuery } from './parse-query.ts';
import { type PlannedTerm, planSegments } from './plan.ts';
import { createRanker } from './rank-pages.ts';
import { scoreSegment } from './score-segment.ts';
import type { Segment } from './segment.ts';
import { createWeights } from './weights.ts';

export interface SearchedSegment {
  segment: Segment;
  /** One for each page that is to be found, by its ordinal; zero for a page that is no longer the current one. */
  live: Uint8Array;
}

/** Where a match was found: in what names something, or in its text. */
export interface RankedSection {
  /** Its place among the sections of the page's document. */
  ordinal: number;
  score: number;
  match: 'page' | 'section';
}

export interface RankedPage {
  pageId: string;
  /** Which of the searched segments holds it: in several spaces a page id says not enough. */
  segment: number;
  /** Its ordinal in that segment. */
  page: number;
  score: number;
  match: 'page' | 'section';
  /** Best first; of a page that only its own title or description matches, its first one. */
  sections: RankedSection[];
}

/** All pages that match, best first. Equal scores are ordered by page id. */
export function search(
  segments: readonly SearchedSegment[],
  query: string,
  { language }: { language: string | null },
): RankedPage[] {
  const parsed = parseQuery(query);
  if (parsed.words.length === 0) return [];
  const vocabularies = segments.map(({ segment, live }) => ({ segment, live, liveShare: shareOf(live) }));
  const clauses = expandQuery(vocabularies, parsed, language);
  const weights = createWeights(vocabularies);
  const plans = planSegments(clauses, segments.length);
  const ranker = createRanker(clauses, plans, parsed.hash);
  for (const [index, searched] of segments.entries()) {
    const plan = plans[index] as PlannedTerm[];
    if (plan.length > 0) ranker.add(searched, index, scoreSegment(searched.segment, plan, weights));
  }
  return ranker.finish();
}

function shareOf(live: Uint8Array): number {
  let count = 0;
  for (const one of live) count += one;
  return live.length === 0 ? 0 : count / live.length;
}
