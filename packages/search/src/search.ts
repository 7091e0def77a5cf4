import { type Expansion, expandQuery } from './expand-query.ts';
import { hashWords } from './hash-words.ts';
import { MAX_QUERY_LENGTH, parseQuery, type QueryWord } from './parse-query.ts';
import { planSegments } from './plan.ts';
import { isSentence } from './question-words.ts';
import { rankPages } from './rank-pages.ts';
import type { RankedPage } from './ranked-page.ts';
import { createScoreboard } from './scoreboard.ts';
import type { Segment } from './segment.ts';
import { createSegmentTerms } from './segment-terms.ts';
import { findWeights } from './weights.ts';
import { createTitleReader } from './words-above.ts';

export interface SearchedSegment {
  segment: Segment;
  /**
   * By page ordinal: one for each page that can be found; zero for a page that is no longer current. Must not change
   * after a search: counts derived from it are cached.
   */
  live: Uint8Array;
  /** What its pages are worth beside others that have the same words; 1 by default. */
  weight?: number;
  /** A title above all its pages, such as that of their space, if others are searched with it. */
  above?: string;
}

/** All pages that match, best first. Equal scores are ordered by page id. */
export interface SearchResults extends Iterable<RankedPage> {
  readonly length: number;
  slice(start: number, end: number): RankedPage[];
}

export interface SearchOptions extends Expansion {
  /** Called with each word of the query that something answers to. */
  onAnswered?: (term: string) => void;
}

export function search(
  segments: readonly SearchedSegment[],
  query: string,
  { onAnswered, ...expansion }: SearchOptions,
): SearchResults {
  const parsed = parseQuery(query);
  if (parsed.words.length === 0) return [];
  const vocabularies = segments.map(({ segment, live, weight = 1 }) => ({
    segment,
    live,
    weight,
    liveShare: shareOf(live),
  }));
  const clauses = expandQuery(createSegmentTerms(vocabularies, expansion.language), parsed, expansion);
  for (const [place, { answers: matches }] of clauses.entries())
    if (matches.length > 0) onAnswered?.((parsed.words[place] as QueryWord).term);
  const readTitle = createTitleReader(parsed, clauses, expansion.language);
  const plan = planSegments(clauses, vocabularies, (index) => {
    const { above } = segments[index] as SearchedSegment;
    return above === undefined ? undefined : readTitle(above);
  });
  const score = createScoreboard(plan, () => findWeights(vocabularies));
  // Titles are named in the same way.
  const { hash } = hashWords(query.slice(0, MAX_QUERY_LENGTH), () => {});
  return rankPages({ clauses, isSentence: isSentence(parsed, expansion.language), hash, plan, score });
}

const shares = new WeakMap<Uint8Array, number>();

function shareOf(live: Uint8Array): number {
  let share = shares.get(live);
  if (share === undefined) {
    let count = 0;
    for (const one of live) count += one;
    share = live.length === 0 ? 0 : count / live.length;
    shares.set(live, share);
  }
  return share;
}
