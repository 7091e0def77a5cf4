import type { Clause } from './expand-query.ts';

/** A page with half of what is asked is worth much less than half. */
const EXPONENT = 2.5;

/** Of so few words the answers are kept in a table. */
const TABLE_WORDS = 10;

/** How much of the query some of its words (one bit each) are, between 0 and 1: the rarer a word, the more. */
export function createCoverage(clauses: readonly Clause[]): (mask: number) => number {
  const all = clauses.reduce((sum, { importance }) => sum + importance, 0) || 1;
  const compute = (mask: number): number => {
    let sum = 0;
    for (const [place, { importance }] of clauses.entries()) if (mask & (1 << place)) sum += importance;
    return (sum / all) ** EXPONENT;
  };
  if (clauses.length <= TABLE_WORDS) {
    const table: (number | undefined)[] = new Array(1 << clauses.length).fill(undefined);
    return (mask) => {
      let value = table[mask];
      if (value === undefined) {
        value = compute(mask);
        table[mask] = value;
      }
      return value;
    };
  }
  const known = new Map<number, number>();
  return (mask) => {
    let value = known.get(mask);
    if (value === undefined) {
      value = compute(mask);
      known.set(mask, value);
    }
    return value;
  };
}
