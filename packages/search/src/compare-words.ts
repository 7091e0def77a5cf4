import type { Query } from './parse-query.ts';
import { findStemmer } from './stem.ts';
import { findPhrases, listSynonyms } from './synonyms.ts';
import type { TokenKind } from './tokenize.ts';

export interface Comparison {
  /**
   * Returns how closely a token matches a word of the query (by its index): 1 for the word itself, 0 for another word.
   */
  weightOf(word: number, term: string, kind: TokenKind): number;
  /** The beginnings of all tokens that match a word of the query. */
  beginnings: readonly string[];
}

export function createComparison({ words }: Query, language: string | null): Comparison {
  const stemmer = findStemmer(language);
  const stems = words.map(({ term, kind }) => (kind === 'word' ? stemmer?.(term) : undefined));
  const roots = words.map(({ term, kind }) => (kind === 'word' ? stemmer?.root(term) : undefined));
  const related = listRelated(words, language, (term) => stemmer?.(term) ?? term);
  const beginnings = words.map(({ term }, word) => beginningOf(roots[word], term));
  return {
    beginnings: [
      ...beginnings,
      ...related.flatMap((ofWord) => [...ofWord]).map((stem) => beginningOf(stem, stem)),
    ],
    weightOf(word, term, kind) {
      const wanted = words[word] as Query['words'][number];
      if (term === wanted.term) return 1;
      if (wanted.kind === 'last') return term.startsWith(wanted.term) ? 1 : 0;
      if (wanted.kind !== 'word' || kind === 'pair' || kind === 'last') return 0;
      if (stemmer && term.startsWith(beginnings[word] as string)) {
        if (stemmer(term) === stems[word]) return FORM;
        if (stemmer.root(term) === roots[word]) return FAMILY;
      }
      if (related[word]?.has(stemmer?.(term) ?? term)) return SYNONYM;
      return wanted.isOpen && term.startsWith(wanted.term) ? 0.6 : 0;
    },
  };
}

/** For each word of a query, the stems of other words for it, and for a phrase that it is part of. */
function listRelated(
  words: Query['words'],
  language: string | null,
  stemOf: (term: string) => string,
): Set<string>[] {
  const phrases = findPhrases(words, language);
  return words.map(({ term, kind }, word) => {
    const ofPhrases = phrases.filter(({ places }) => places.includes(word));
    const ofWord = kind === 'word' && ofPhrases.length === 0 ? listSynonyms(term, language) : [];
    return new Set([...ofPhrases.flatMap(({ terms }) => terms), ...ofWord].map(stemOf));
  });
}

/** How closely another word for a word of the query matches it. */
export const SYNONYM = 0.4;

/** How closely another form of a word matches it, and a word of its family. */
const FORM = 0.7;
const FAMILY = 0.5;

/** Returns the common beginning of all words of a family: the root, without the last letter of a longer one (tries, try). */
function beginningOf(root: string | undefined, term: string): string {
  if (root === undefined) return term;
  return root.length < 3 ? root : root.slice(0, -1);
}
