import { editsAllowed } from './edit-distance.ts';
import { mayBegin } from './expand-query.ts';
import type { Query } from './parse-query.ts';
import { findStemmer } from './stem.ts';
import { findPhrases, listSynonyms } from './synonyms.ts';
import { beginningOfForms } from './term-matches.ts';

/** Bytes for which the terms of a segment are searched. */
export interface Lookup {
  bytes: Uint8Array;
  /** Whether all terms with this beginning are looked up, and not only the term of these bytes. */
  isPrefix: boolean;
}

/** Everything that a search looks up in the terms, except for typos, which can be anywhere. */
export function findLookups({ words, compounds }: Query, language: string | null): Lookup[] {
  const exact = (term: string): Lookup => ({ bytes: Buffer.from(term), isPrefix: false });
  const beginning = (bytes: Uint8Array): Lookup => ({ bytes, isPrefix: true });
  const stemmer = findStemmer(language);
  const withForms = (term: string, own = exact(term)): Lookup[] => {
    const forms = stemmer && beginningOfForms(stemmer.root(term));
    if (!forms) return [own];
    // Most words begin as their forms do.
    const isAmongForms = forms.equals(own.bytes.subarray(0, forms.length));
    return isAmongForms ? [beginning(forms)] : [own, beginning(forms)];
  };
  return [
    ...compounds.map(({ term }) => exact(term)),
    ...findPhrases(words, language).flatMap(({ terms }) => terms.flatMap((term) => withForms(term))),
    ...words.flatMap(({ term, kind, isOpen }) => {
      if (kind === 'last') return [beginning(Buffer.from(term))];
      if (kind === 'pair') return [exact(term), beginning(Buffer.from([...term][0] ?? ''))];
      if (kind !== 'word') return [exact(term)];
      const own = isOpen || mayBegin(term) ? beginning(Buffer.from(term)) : exact(term);
      return [
        ...withForms(term, own),
        ...listSynonyms(term, language).flatMap((synonym) => withForms(synonym)),
      ];
    }),
  ];
}

/** The words of a query that are long enough for typos to be considered. */
export const findMisspellable = ({ words }: Query): string[] =>
  words.flatMap(({ term, kind }) => (kind === 'word' && editsAllowed(term) > 0 ? [term] : []));
