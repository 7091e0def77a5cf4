import type { Clause } from './expand-query.ts';
import type { Answer } from './find-answers.ts';

/** A term of a segment, what it is worth there, and to which word of the query it answers. */
export interface PlannedTerm {
  answer: Answer;
  weight: number;
  place: number;
}

/** What is to be read of each segment: there may be a thousand of them. */
export function planSegments(clauses: readonly Clause[], segments: number): PlannedTerm[][] {
  const plans: PlannedTerm[][] = Array.from({ length: segments }, () => []);
  for (const [place, { answers }] of clauses.entries())
    for (const { terms, idf } of answers)
      for (const answer of terms)
        (plans[answer.segment] as PlannedTerm[]).push({ answer, weight: answer.weight * idf, place });
  return plans;
}
