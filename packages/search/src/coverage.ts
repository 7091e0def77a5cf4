import type { Clause } from './expand-query.ts';
import { coverageExponent } from './ranking.ts';

/** Up to this many words, results are kept in a table. */
const TABLE_WORDS = 10;

const UNKNOWN = -1;

/**
 * The share of the query that some of its words (one bit each) make up, between 0 and 1: the rarer a word, the larger.
 */
export class Coverage {
  readonly #importances: number[];
  readonly #all: number;
  readonly #exponent: number;
  readonly #table: Float64Array;
  readonly #known = new Map<number, number>();

  constructor(clauses: readonly Pick<Clause, 'importance'>[], isSentence: boolean) {
    this.#exponent = coverageExponent(isSentence);
    this.#importances = clauses.map(({ importance }) => importance);
    this.#all = this.#importances.reduce((sum, importance) => sum + importance, 0) || 1;
    const isSmall = clauses.length <= TABLE_WORDS;
    this.#table = new Float64Array(isSmall ? 1 << clauses.length : 0).fill(UNKNOWN);
  }

  of(mask: number): number {
    const value = mask < this.#table.length ? (this.#table[mask] as number) : UNKNOWN;
    return value === UNKNOWN ? this.#compute(mask) : value;
  }

  #compute(mask: number): number {
    const known = this.#known.get(mask);
    if (known !== undefined) return known;
    let sum = 0;
    for (const [place, importance] of this.#importances.entries()) if (mask & (1 << place)) sum += importance;
    const value = (sum / this.#all) ** this.#exponent;
    if (mask < this.#table.length) this.#table[mask] = value;
    else this.#known.set(mask, value);
    return value;
  }
}
