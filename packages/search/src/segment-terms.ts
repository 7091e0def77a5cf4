import type { TermSource } from './expand-query.ts';
import { isLive } from './live-terms.ts';
import type { RelatedWeights } from './ranking.ts';
import {
  findCharacter,
  findCompletions,
  findExact,
  findForms,
  findTypos,
  MAX_COMPARED_TERMS,
  type TermMatch,
} from './term-matches.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The terms of segments: only those of pages that can be found count as known. */
export function createSegmentTerms(
  vocabularies: readonly Vocabulary[],
  language: string | null,
): TermSource<TermMatch> {
  const segments = vocabularies.map(({ segment }) => segment);
  const budget = { terms: MAX_COMPARED_TERMS };
  const isWanted = (match: TermMatch): boolean => isLive(vocabularies, match);
  return {
    places: vocabularies.reduce(
      (sum, { segment, liveShare }) => sum + liveShare * (segment.sectionCount + segment.pageCount),
      0,
    ),
    frequencyOf: ({ segment, pages, sections }) =>
      (pages + sections) * (vocabularies[segment] as Vocabulary).liveShare,
    findExact: (term) => findExact(segments, term).filter(isWanted),
    findForms: (term: string, weights: RelatedWeights) =>
      findForms(segments, term, { language, weights }).filter(isWanted),
    findCompletions: (term, weight) => findCompletions(segments, term, weight).filter(isWanted),
    findCharacter: (character) => findCharacter(segments, character),
    findTypos: (word, edits) => findTypos(segments, word, { edits, budget, isWanted }),
  };
}
