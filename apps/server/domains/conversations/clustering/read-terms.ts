import { findStemmer } from '@lectern/search/stem';
import { tokenize } from '@lectern/search/tokenize';
import { detectLanguage, isCommonWord } from './languages.ts';

/** A word of a text that indicates its subject. */
export interface Term {
  /** The word without endings, case and accents, by which terms are compared. */
  stem: string;
  /** As it is written in the text. */
  written: string;
  /** Its position among all words of the text: terms at consecutive positions form a phrase. */
  place: number;
}

export interface ReadText {
  /** The language, such as `en`; undefined if the words do not indicate one. */
  language: string | undefined;
  terms: Term[];
}

/** Masked data and numbers are not subjects. */
const PLACEHOLDERS = /\[(?:card|email|iban|ip|masked|phone|secret)\]|https?:\/\/\S+/g;
const NUMBER = /^[\p{N}.]+$/u;
/** Further terms add nothing about the subject of a text. */
const MAX_TERMS = 200;

/** Reads the terms of a text, in their order, and its language. */
export function readTerms(text: string): ReadText {
  const bare = text.replace(PLACEHOLDERS, ' . ');
  const words: { word: string; written: string; isPair: boolean }[] = [];
  tokenize(bare, (term, kind, _from, _to, start, end) => {
    if (kind === 'word' || kind === 'pair')
      words.push({ word: term, written: bare.slice(start, end), isPair: kind === 'pair' });
  });
  const language = detectLanguage(words.map(({ word }) => word));
  const stem = findStemmer(language ?? null);
  const terms: Term[] = [];
  for (const [place, { word, written, isPair }] of words.entries()) {
    if (terms.length === MAX_TERMS) break;
    if (isPair) terms.push({ stem: word, written, place });
    else if (word.length > 1 && !NUMBER.test(word) && !isCommonWord(word, language))
      terms.push({ stem: stem?.(word) ?? word, written, place });
  }
  return { language, terms };
}
