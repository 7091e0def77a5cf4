import type { Query } from './parse-query.ts';
import { findStemmer } from './stem.ts';
import type { TokenKind } from './tokenize.ts';

export interface Comparison {
  /**
   * Returns how closely a token matches a word of the query (by its index): 1 for the word itself, 0 for another word.
   */
  weightOf(word: number, term: string, kind: TokenKind): number;
  /** For each word of the query, the common beginning of all tokens that match it. */
  beginnings: readonly string[];
}

export function createComparison({ words }: Query, language: string | null): Comparison {
  const stemmer = findStemmer(language);
  const stems = words.map(({ term, kind }) => (kind === 'word' ? stemmer?.(term) : undefined));
  const beginnings = words.map(({ term }, word) =>
    stems[word] === undefined ? term : beginningOf(stems[word]),
  );
  return {
    beginnings,
    weightOf(word, term, kind) {
      const wanted = words[word] as Query['words'][number];
      if (term === wanted.term) return 1;
      if (wanted.kind === 'last') return term.startsWith(wanted.term) ? 1 : 0;
      if (wanted.kind !== 'word' || kind === 'pair' || kind === 'last') return 0;
      const stem = stems[word];
      if (stem !== undefined && term.startsWith(beginnings[word] as string) && stemmer?.(term) === stem)
        return 0.7;
      return wanted.isOpen && term.startsWith(wanted.term) ? 0.6 : 0;
    },
  };
}

/**
 * Returns the common beginning of all words of a stem: the stem, without the last letter of a longer one (tries, try).
 */
const beginningOf = (stem: string): string => (stem.length < 3 ? stem : stem.slice(0, -1));
