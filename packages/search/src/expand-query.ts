import { editsAllowed } from './edit-distance.ts';
import { isLive } from './live-terms.ts';
import type { Query, QueryWord } from './parse-query.ts';
import { compareWeights, isQuestionWord } from './question-words.ts';
import {
  ALONE_WEIGHT,
  BESIDE_FLAG_WEIGHT,
  BESIDE_NAME_WEIGHT,
  COMPLETED_WEIGHT,
  GLUED_WEIGHT,
} from './ranking.ts';
import {
  findCharacter,
  findCompletions,
  findExact,
  findForms,
  findTypos,
  MAX_COMPARED_TERMS,
  type TermMatch,
} from './term-matches.ts';
import { isFlag } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The terms that match a word of the query in one way. Its rarity is that of all of them together. */
interface TermMatches {
  terms: TermMatch[];
  idf: number;
  /** Whether the word is taken for the beginning of these. */
  isCompletion?: boolean;
}

/** A word of the query with everything that answers to it. */
export interface Clause {
  answers: TermMatches[];
  /** The weight among the words of the query; 0 if no term matches. */
  importance: number;
}

/** The number of words of a query for which typos are considered: each requires a walk through all terms. */
const MAX_MISSPELT_WORDS = 5;

/** A very rare word may be a typo itself, if a word this much more frequent is one edit away. */
const RARE = 2;
const TIMES_MORE_FREQUENT = 25;

export interface Expansion {
  language: string | null;
  /** Whether typos may be considered in a word; by default in every one. */
  mayBeMisspelt?: ((term: string) => boolean) | undefined;
}

/** Finds what answers to each word of a query in the segments. */
export function expandQuery(
  vocabularies: readonly Vocabulary[],
  query: Query,
  { language, mayBeMisspelt }: Expansion,
): Clause[] {
  const segments = vocabularies.map(({ segment }) => segment);
  const isWanted = (match: TermMatch): boolean => isLive(vocabularies, match);
  const { frequencyOf, group } = createStatistics(vocabularies);
  const compounds = query.compounds.map(({ term, from, to, isGlued, isExact }) => {
    const found = findExact(segments, term).filter(isWanted);
    const terms = weighted(found, isGlued ? GLUED_WEIGHT : 1);
    return {
      terms,
      from,
      to,
      isGlued,
      isExact,
      beside: isFlag(term) ? BESIDE_FLAG_WEIGHT : BESIDE_NAME_WEIGHT,
    };
  });
  let typos = 0;
  const budget = { terms: MAX_COMPARED_TERMS };

  function matchesOf(word: QueryWord, position: number): TermMatches[] {
    const exact = compounds.filter(
      ({ isExact, terms, from, to }) => isExact && terms.length > 0 && from <= position && position <= to,
    );
    const matches: TermMatches[] = exact.map(({ terms }) => group(terms, 0));
    const factor = Math.min(1, ...exact.map(({ beside }) => beside));
    const add = (terms: TermMatch[], frequency = 0): void => {
      if (terms.length > 0) matches.push(group(weighted(terms, factor), frequency));
    };
    if (word.kind === 'last') {
      add(findCharacter(segments, word.term));
      return matches;
    }
    const own = findExact(segments, word.term).filter(isWanted);
    const frequency = frequencyOf(own);
    add(own);
    // Another spelling is no rarer than the one in the query.
    for (const { terms, from, to, isGlued, isExact } of compounds)
      if (!isExact && from <= position && position <= to) add(terms, isGlued ? frequency : 0);
    if (word.kind === 'word') {
      add(findForms(segments, word.term, language).filter(isWanted), frequency);
      if (word.isOpen) {
        const weight = own.length > 0 ? COMPLETED_WEIGHT : 1;
        const completions = findCompletions(segments, word.term, weight).filter(isWanted);
        if (completions.length > 0)
          matches.push({ ...group(weighted(completions, factor), frequency), isCompletion: true });
      }
      if (matches.length === 0) add(findMisspelt(word, editsAllowed(word.term)));
      else if (own.length > 0 && matches.length === 1 && frequency <= RARE) {
        const similar = findMisspelt(word, Math.min(1, editsAllowed(word.term)));
        if (frequencyOf(similar) >= TIMES_MORE_FREQUENT * frequency) add(similar);
      }
    } else if (matches.length === 0 && word.kind === 'pair') {
      // The second character may be an ending: Korean says 표에, 표의 and 표를 of one table.
      const [first = ''] = word.term;
      add(weighted(findCharacter(segments, first), ALONE_WEIGHT));
    }
    return matches;
  }

  function findMisspelt(word: QueryWord, edits: number): TermMatch[] {
    if (isQuestionWord(word.term, language)) return [];
    if (edits === 0 || typos === MAX_MISSPELT_WORDS || mayBeMisspelt?.(word.term) === false) return [];
    typos += 1;
    return findTypos(segments, word, { edits, budget, isWanted });
  }

  const matches = query.words.map(matchesOf);
  const weighed = query.words.map(({ term, weight }, n) => ({
    term,
    weight,
    isAnswered: matches[n]?.length !== 0,
  }));
  const factors = compareWeights(weighed, language);
  return matches.map((found, n) => toClause(found, factors[n] as number));
}

const toClause = (matches: TermMatches[], factor: number): Clause => ({
  importance: factor * (matches[0]?.idf ?? 0),
  // “work” may become “workflow”, which says more.
  answers: matches.map((one) => (one.isCompletion ? one : { ...one, idf: factor * one.idf })),
});

const weighted = (matches: TermMatch[], weight: number): TermMatch[] =>
  weight === 1 ? matches : matches.map((match) => ({ ...match, weight: match.weight * weight }));

/** Computes how frequent terms are in everything searched, and their weight. */
function createStatistics(vocabularies: readonly Vocabulary[]) {
  const all = vocabularies.reduce(
    (sum, { segment, liveShare }) => sum + liveShare * (segment.sectionCount + segment.pageCount),
    0,
  );
  const frequencyOf = (terms: readonly TermMatch[]): number =>
    terms.reduce(
      (sum, { segment, pages, sections }) =>
        sum + (pages + sections) * (vocabularies[segment] as Vocabulary).liveShare,
      0,
    );
  const idfOf = (frequency: number): number =>
    Math.log(1 + (Math.max(all, frequency) - frequency + 0.5) / (frequency + 0.5));
  return {
    frequencyOf,
    /** `frequency`: that of the word with which the terms are grouped. */
    group: (terms: TermMatch[], frequency: number): TermMatches => ({
      terms,
      idf: idfOf(frequency + frequencyOf(terms)),
    }),
  };
}
