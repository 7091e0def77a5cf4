import { editsAllowed } from './edit-distance.ts';
import type { Query, QueryWord } from './parse-query.ts';
import { compareWeights, isQuestionWord, isSentence, QUESTION_WEIGHT } from './question-words.ts';
import {
  ALONE_WEIGHT,
  BESIDE_FLAG_WEIGHT,
  BESIDE_NAME_WEIGHT,
  BESIDE_PHRASE_WEIGHT,
  COMPLETED_WEIGHT,
  FORM_OF_SYNONYM,
  GLUED_WEIGHT,
  PHRASE_WEIGHT,
  type RelatedWeights,
  relatedWeights,
} from './ranking.ts';
import { findStemmer, hasTense } from './stem.ts';
import { findPhrases, listSynonyms } from './synonyms.ts';
import type { TermMatch } from './term-matches.ts';
import { isFlag } from './tokenize.ts';

/** The terms of an index. `weight`: how closely a term matches what it was looked up for, 1 for the word itself. */
export interface TermSource<Term extends { weight: number }> {
  /** The number of all pages and sections. */
  places: number;
  /** The number of pages and sections that have a term. */
  frequencyOf(term: Term): number;
  findExact(term: string): Term[];
  /** Other forms of a word, and words of its family. */
  findForms(term: string, weights: RelatedWeights): Term[];
  /** Longer words that begin with a word. */
  findCompletions(term: string, weight: number): Term[];
  /** Every term that has a character of a script without blanks. */
  findCharacter(character: string): Term[];
  findTypos(word: QueryWord, edits: number): Term[];
}

/** The terms that match a word of the query in one way. Its rarity is that of all of them together. */
interface TermMatches<Term> {
  terms: Term[];
  idf: number;
  /** Whether these say more than the word: it is taken for their beginning, or they are meant by its phrase. */
  saysMore?: boolean;
}

/** A word of the query with everything that answers to it. */
export interface Clause<Term = TermMatch> {
  answers: TermMatches<Term>[];
  /** The weight among the words of the query; 0 if no term matches. */
  importance: number;
}

/** The number of words of a query for which typos are considered: each requires a walk through all terms. */
const MAX_MISSPELT_WORDS = 5;

/**
 * A word that is very rare in all its forms may be the beginning of others, as *life* of *lifecycle*; and it may be a
 * typo, if a word so many times more frequent is one edit away.
 */
const RARE = 2;
const TIMES_MORE_FREQUENT = 25;

/** Whether a word is long enough to be the beginning of others, although it is finished. */
export const mayBegin = (term: string): boolean => term.length > 2;

export interface Expansion {
  language: string | null;
  /** Whether typos may be considered in a word; by default in every one. */
  mayBeMisspelt?: ((term: string) => boolean) | undefined;
}

/** A name or a phrase of the query that is found, and what other answers to its words are worth beside it. */
interface Found<Term> {
  /** Where its words are in the query. */
  places: readonly number[];
  terms: Term[];
  beside: number;
}

/** Finds what answers to each word of a query. */
export function expandQuery<Term extends { weight: number }>(
  source: TermSource<Term>,
  query: Query,
  { language, mayBeMisspelt }: Expansion,
): Clause<Term>[] {
  const { frequencyOf, group } = createStatistics(source);
  const isQuestion = isSentence(query, language);
  const weights = relatedWeights(isQuestion);
  const findMisspelt = createMisspeltFinder(source, (term) =>
    isQuestionWord(term, language) ? false : mayBeMisspelt?.(term) !== false,
  );
  const compounds = query.compounds.map(({ term, from, to, isGlued, isExact }) => ({
    places: Array.from({ length: to - from + 1 }, (_, n) => from + n),
    isGlued,
    isExact,
    terms: weighted(source.findExact(term), isGlued ? GLUED_WEIGHT : 1),
    beside: isFlag(term) ? BESIDE_FLAG_WEIGHT : BESIDE_NAME_WEIGHT,
  }));
  const ofSynonyms = { ...weights, form: FORM_OF_SYNONYM };
  const withForms = (term: string, weight: number): Term[] => [
    ...weighted(source.findExact(term), weight),
    ...weighted(source.findForms(term, ofSynonyms), weight),
  ];
  const isAskedBeside = createBesideFinder(query, language);
  const said = findPhrases(query.words, language).map(({ places, terms }) => {
    const left = terms.filter((term) => !isAskedBeside(term, places));
    return { places, terms: left, isSaidBeside: left.length < terms.length };
  });
  const phrases = said.flatMap(({ places, terms }) =>
    terms.map((term) => ({
      places,
      terms: withForms(term, PHRASE_WEIGHT),
      beside: BESIDE_PHRASE_WEIGHT,
    })),
  );

  function matchesOf(word: QueryWord, position: number): TermMatches<Term>[] {
    const around = <One extends Found<Term>>(found: readonly One[]): One[] =>
      found.filter(({ places, terms }) => terms.length > 0 && places.includes(position));
    const named = around(compounds).filter(({ isExact }) => isExact);
    const meant = around(phrases);
    const matches: TermMatches<Term>[] = named.map(({ terms }) => group(terms, 0));
    const factor = Math.min(1, ...[...named, ...meant].map(({ beside }) => beside));
    const add = (terms: Term[], frequency = 0): void => {
      if (terms.length > 0) matches.push(group(weighted(terms, factor), frequency));
    };
    if (word.kind === 'last') {
      add(source.findCharacter(word.term));
      return matches;
    }
    const own = source.findExact(word.term);
    const forms = word.kind === 'word' ? source.findForms(word.term, weights) : [];
    const frequency = frequencyOf(own);
    // The tense is that of the question: a page that happens to share it says no more.
    add(own, isQuestion && hasTense(word.term, language) ? frequencyOf(forms) : 0);
    for (const { terms } of meant) matches.push({ ...group(terms, frequency), saysMore: true });
    // Another spelling is no rarer than the one in the query.
    for (const { terms, isGlued, isExact } of around(compounds))
      if (!isExact) add(terms, isGlued ? frequency : 0);
    if (word.kind === 'word') {
      add(forms, frequency);
      if (meant.length === 0)
        for (const term of listSynonyms(word.term, language))
          if (!isAskedBeside(term, [position])) add(withForms(term, weights.synonym), frequency);
      if (word.isOpen || (mayBegin(word.term) && frequency + frequencyOf(forms) <= RARE)) {
        const completed = source.findCompletions(word.term, own.length > 0 ? COMPLETED_WEIGHT : 1);
        if (completed.length > 0)
          matches.push({ ...group(weighted(completed, factor), frequency), saysMore: true });
      }
      if (matches.length === 0) add(findMisspelt(word, editsAllowed(word.term)));
      else if (own.length > 0 && matches.length === 1 && frequency <= RARE) {
        const similar = findMisspelt(word, Math.min(1, editsAllowed(word.term)));
        if (frequencyOf(similar) >= TIMES_MORE_FREQUENT * frequency) add(similar);
      }
    } else if (matches.length === 0 && word.kind === 'pair') {
      // The second character may be an ending: Korean says 표에, 표의 and 표를 of one table.
      const [first = ''] = word.term;
      add(weighted(source.findCharacter(first), ALONE_WEIGHT));
    }
    return matches;
  }

  const matches = query.words.map(matchesOf);
  const isSaidBeside = (n: number): boolean =>
    said.some(({ isSaidBeside, places }) => isSaidBeside && places.includes(n));
  const weighed = query.words.map(({ term, weight }, n) => ({
    term,
    weight: isSaidBeside(n) ? Math.min(weight, QUESTION_WEIGHT) : weight,
    isAnswered: matches[n]?.length !== 0,
  }));
  const factors = compareWeights(weighed, language);
  return matches.map((found, n) => toClause(found, factors[n] as number));
}

/**
 * Returns whether a query also has a word in another place than some, in any form. There it answers to itself: in “find out what readers search for”, a page about search has one word of the query, and not three.
 */
function createBesideFinder(
  { words }: Query,
  language: string | null,
): (term: string, places: readonly number[]) => boolean {
  const stemmer = findStemmer(language);
  const rootOf = (term: string): string => stemmer?.root(term) ?? term;
  // Words of a family begin with the same letter, which is compared sooner than their roots.
  return (term, places) =>
    words.some(
      (word, n) => word.term[0] === term[0] && !places.includes(n) && rootOf(word.term) === rootOf(term),
    );
}

function createMisspeltFinder<Term extends { weight: number }>(
  source: TermSource<Term>,
  mayBeMisspelt: (term: string) => boolean,
): (word: QueryWord, edits: number) => Term[] {
  let left = MAX_MISSPELT_WORDS;
  return (word, edits) => {
    if (edits === 0 || left === 0 || !mayBeMisspelt(word.term)) return [];
    left -= 1;
    return source.findTypos(word, edits);
  };
}

const toClause = <Term>(matches: TermMatches<Term>[], factor: number): Clause<Term> => ({
  importance: factor * (matches[0]?.idf ?? 0),
  // “work” may become “workflow”, and “how many” asks for a limit.
  answers: matches.map((one) => (one.saysMore ? one : { ...one, idf: factor * one.idf })),
});

const weighted = <Term extends { weight: number }>(matches: Term[], weight: number): Term[] =>
  weight === 1 ? matches : matches.map((match) => ({ ...match, weight: match.weight * weight }));

/** Computes how frequent terms are in everything searched, and their weight. */
function createStatistics<Term extends { weight: number }>(source: TermSource<Term>) {
  const frequencyOf = (terms: readonly Term[]): number =>
    terms.reduce((sum, term) => sum + source.frequencyOf(term), 0);
  const idfOf = (frequency: number): number =>
    Math.log(1 + (Math.max(source.places, frequency) - frequency + 0.5) / (frequency + 0.5));
  return {
    frequencyOf,
    /** `frequency`: that of the word with which the terms are grouped. */
    group: (terms: Term[], frequency: number): TermMatches<Term> => ({
      terms,
      idf: idfOf(frequency + frequencyOf(terms)),
    }),
  };
}
