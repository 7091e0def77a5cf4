import type { Query } from './parse-query.ts';
import { findStemmer } from './stem.ts';
import type { TokenKind } from './tokenize.ts';

/** How much of a word of the query (by its place in it) a token of a text is: 1 for the word itself, 0 for another one. */
export type CompareWord = (word: number, term: string, kind: TokenKind) => number;

export function createComparison({ words }: Query, language: string | null): CompareWord {
  const stemmer = findStemmer(language);
  const stems = words.map(({ term, kind }) => (kind === 'word' ? stemmer?.(term) : undefined));
  // A stem is the beginning of its word, but for its last letter (tries, try): few words need to be stemmed.
  const beginnings = stems.map((stem) => stem?.slice(0, -1) ?? '');
  return (word, term, kind) => {
    const wanted = words[word] as Query['words'][number];
    if (term === wanted.term) return 1;
    if (wanted.kind === 'last') return term.startsWith(wanted.term) ? 1 : 0;
    if (wanted.kind !== 'word' || kind === 'pair' || kind === 'last') return 0;
    const stem = stems[word];
    if (stem !== undefined && term.startsWith(beginnings[word] as string) && stemmer?.(term) === stem)
      return 0.7;
    return wanted.isOpen && term.startsWith(wanted.term) ? 0.6 : 0;
  };
}
