import { createComparison } from './compare-words.ts';
import type { Query } from './parse-query.ts';
import { IN_TITLE_ABOVE } from './ranking.ts';
import { tokenize } from './tokenize.ts';

/** The words of a query in a title above all pages of a space: a bit for each, and what each is worth. */
export interface WordsAbove {
  mask: number;
  worths: readonly number[];
}

/** Returns what a title above many pages has of a query; undefined where it has nothing. */
export function createTitleReader(
  query: Query,
  clauses: readonly { answers: readonly { idf: number }[] }[],
  language: string | null,
): (title: string) => WordsAbove | undefined {
  const { weightOf } = createComparison(query, language);
  return (title) => {
    const worths = clauses.map(() => 0);
    let mask = 0;
    tokenize(title, (term, kind) => {
      for (const [place, { answers }] of clauses.entries()) {
        const weight = weightOf(place, term, kind);
        if (weight === 0) continue;
        mask |= 1 << place;
        const worth = IN_TITLE_ABOVE * weight * (answers[0]?.idf ?? 0);
        worths[place] = Math.max(worths[place] as number, worth);
      }
    });
    return mask === 0 ? undefined : { mask, worths };
  };
}

/** What some words in the title are worth, by their bits. */
export function worthOfWords({ worths }: WordsAbove, mask: number): number {
  let sum = 0;
  for (const [place, worth] of worths.entries()) if (mask & (1 << place)) sum += worth;
  return sum;
}
