import { findStemmer } from '../../../search-engine/stem.ts';
import { tokenize } from '../../../search-engine/tokenize.ts';
import type { Concept } from './concepts/concept-names.ts';
import { readConcepts } from './concepts/read-concepts.ts';
import { detectLanguage, isCommonWord } from './languages.ts';

/** A word of a text that says something about its subject. */
export interface Term {
  /** Without endings, case and accents: what is compared. */
  stem: string;
  /** What it stands for, in whichever language, if that is known. */
  concepts: readonly Concept[];
  /** As it is written in the text. */
  written: string;
  /** Its place among all words of the text: terms at neighboring places form a phrase. */
  place: number;
}

export interface ReadText {
  /** `en`; undefined if the words tell nothing. */
  language: string | undefined;
  terms: Term[];
}

/** Masked data and numbers are not subjects. */
const PLACEHOLDERS = /\[(?:card|email|iban|ip|masked|phone|secret)\]|https?:\/\/\S+/g;
const NUMBER = /^[\p{N}.]+$/u;
/** A longer text says no more about its subject. */
const MAX_TERMS = 200;

/** The terms of a text, in their order. */
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
    if (isPair) terms.push({ stem: word, concepts: [], written, place });
    else if (word.length > 1 && !NUMBER.test(word) && !isCommonWord(word, language))
      terms.push({ stem: stem?.(word) ?? word, concepts: readConcepts(word, language), written, place });
  }
  return { language, terms };
}
