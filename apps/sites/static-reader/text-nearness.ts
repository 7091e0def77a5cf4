import type { Clause } from '@lectern/search/expand-query';
import { MAX_TERMS, nearnessOf } from '@lectern/search/nearness';
import { tokenize } from '@lectern/search/tokenize';
import type { TermMatch } from './match-words.ts';

/** Returns how closely a text below a heading repeats the order of the query, between 0 and 1. */
export function createTextNearness(
  clauses: readonly Clause<TermMatch>[],
): (heading: string, text: string) => number {
  const terms = clauses.map(({ answers }) =>
    answers
      .flatMap((answer) => answer.terms)
      .slice(0, MAX_TERMS)
      .map(({ entry: [term] }) => term),
  );
  const importances = clauses.map(({ importance }) => importance);
  return (heading, text) => {
    const places = new Map<string, number[]>();
    let first = 0;
    const add = (term: string, _kind: unknown, from: number): void => {
      const known = places.get(term);
      if (known) known.push(first + from);
      else places.set(term, [first + from]);
    };
    first = tokenize(heading, add) + 1;
    tokenize(text, add);
    const positions = terms.map((ofWord) =>
      ofWord.flatMap((term) => places.get(term) ?? []).sort((one, other) => one - other),
    );
    return nearnessOf(positions, importances);
  };
}
