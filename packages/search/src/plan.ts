import type { Clause } from './expand-query.ts';
import type { TermMatch } from './term-matches.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WordsAbove } from './words-above.ts';

/** A term of a segment, what it is worth there, and to which word of the query it answers. */
export interface PlannedTerm {
  answer: TermMatch;
  weight: number;
  place: number;
  /** Set during scoring: the offset of its sections among the scores, and of its positions in the postings. */
  sectionsFrom: number;
  positionsAt: number;
}

/** The parts of a segment to read. Pages and sections are numbered across all segments with something to read. */
export interface PlannedSegment extends Vocabulary {
  /** The index of the searched segment. */
  index: number;
  /** Ordered by the word of the query. */
  terms: PlannedTerm[];
  firstPage: number;
  firstSection: number;
  /** The words of the query in a title above all pages. */
  above: WordsAbove | undefined;
}

/** The segments with something to read: there may be a thousand of them, and a rare word in one. */
export function planSegments(
  clauses: readonly Clause[],
  vocabularies: readonly Vocabulary[],
  readAbove: (index: number) => WordsAbove | undefined,
): PlannedSegment[] {
  const plans: (PlannedTerm[] | undefined)[] = vocabularies.map(() => undefined);
  for (const [place, { answers: matches }] of clauses.entries())
    for (const { terms, idf } of matches)
      for (const match of terms) {
        const plan = plans[match.segment] ?? [];
        plans[match.segment] = plan;
        plan.push({ answer: match, weight: match.weight * idf, place, sectionsFrom: 0, positionsAt: 0 });
      }
  let firstPage = 0;
  let firstSection = 0;
  return vocabularies.flatMap((vocabulary, index) => {
    const { segment } = vocabulary;
    const terms = plans[index];
    if (!terms) return [];
    const planned = { ...vocabulary, index, terms, firstPage, firstSection, above: readAbove(index) };
    firstPage += segment.pageCount;
    firstSection += segment.sectionCount;
    return [planned];
  });
}
