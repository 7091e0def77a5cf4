import { editsAllowed, isWithinEdits } from '@lectern/search/edit-distance';
import type { Query, QueryWord } from '@lectern/search/parse-query';
import {
  ALONE_WEIGHT,
  BESIDE_FLAG_WEIGHT,
  BESIDE_NAME_WEIGHT,
  COMPLETED_WEIGHT,
  completionWeight,
  GLUED_WEIGHT,
  STEM_WEIGHT,
} from '@lectern/search/ranking';
import { findStemmer } from '@lectern/search/stem';
import { isFlag } from '@lectern/search/tokenize';
import type { TermShard } from './index-format.ts';

/** A term that matches a word of the query, and how closely. */
interface TermMatch {
  entry: TermShard[number];
  weight: number;
}

/**
 * The terms that match a word, in a group for each way of matching. The rarity of a term is that of its whole group.
 */
export type TermMatches = { terms: TermMatch[]; isBeside: boolean }[];

const TYPO_WEIGHT = 0.6;

/** Lists the beginnings of all words that a query looks up. */
export function listBeginnings({ words, compounds }: Query, language: string | null): string[] {
  const stemmer = findStemmer(language);
  return [
    ...compounds.map(({ term }) => term),
    ...words.flatMap(({ term, kind }) => {
      if (kind === 'pair') return [term, firstOf(term)];
      return kind === 'word' && stemmer ? [term, beginningOfForms(stemmer(term))] : [term];
    }),
  ];
}

/** Lists the compounds that a query is written with. */
export const listWritten = ({ compounds }: Query): string[] =>
  compounds.flatMap(({ term, isGlued }) => (isGlued ? [] : [term]));

/** Returns the beginning of terms that are spelled like a word: typos are rarely in the first letters. */
export const beginningOfSimilar = (term: string): string => [...term].slice(0, 2).join('');

export const mayBeMisspelt = ({ term, kind }: QueryWord): boolean =>
  kind === 'word' && editsAllowed(term) > 0;

const firstOf = (term: string): string => [...term][0] ?? '';

const beginningOfForms = (stem: string): string =>
  stem.length < 3 ? stem : stem.slice(0, Math.max(3, stem.length - 1));

/** Returns for each word of the query the loaded terms that match it. */
export function matchWords(query: Query, language: string | null, entries: TermShard): TermMatches[] {
  const byTerm = new Map(entries.map((entry) => [entry[0], entry]));
  const stemmer = findStemmer(language);
  const exact = (term: string, weight: number): TermMatch[] => {
    const entry = byTerm.get(term);
    return entry ? [{ entry, weight }] : [];
  };
  const beginningWith = (text: string, weightOf: (length: number) => number): TermMatch[] =>
    [...byTerm.values()].flatMap((entry) =>
      entry[0] !== text && entry[0].startsWith(text) ? [{ entry, weight: weightOf(entry[0].length) }] : [],
    );

  return query.words.map((word, position) => {
    const { term, kind, isOpen } = word;
    if (kind === 'last') return group([[...exact(term, 1), ...beginningWith(term, () => 1)], false]);
    const around = query.compounds.filter(({ from, to }) => from <= position && position <= to);
    const named = around.flatMap((compound) => (compound.isExact ? exact(compound.term, 1) : []));
    const beside =
      named.length === 0 ? 1 : isFlag(named[0]?.entry[0] ?? '') ? BESIDE_FLAG_WEIGHT : BESIDE_NAME_WEIGHT;
    const own = exact(term, beside);
    const compounds = around
      .filter(({ isExact }) => !isExact)
      .map(({ term: joined, isGlued }): [TermMatch[], boolean] => [
        exact(joined, beside * (isGlued ? GLUED_WEIGHT : 1)),
        isGlued,
      ]);
    if (kind !== 'word') {
      const found = group([own, false], ...compounds);
      return found.length > 0 || kind !== 'pair'
        ? found
        : group([beginningWith(firstOf(term), () => ALONE_WEIGHT), false]);
    }
    const stem = stemmer?.(term);
    const forms = [...byTerm.values()].flatMap((entry) =>
      stem !== undefined && stem.length > 2 && entry[0] !== term && stemmer?.(entry[0]) === stem
        ? [{ entry, weight: beside * STEM_WEIGHT }]
        : [],
    );
    const completed = beside * (own.length > 0 ? COMPLETED_WEIGHT : 1);
    const completions = isOpen
      ? beginningWith(term, (length) => completed * completionWeight(term.length, length))
      : [];
    return group([named, false], [own, false], ...compounds, [forms, true], [completions, true]);
  });
}

/** Finds the loaded terms that are nearest to a misspelled word. */
export function matchMisspelt({ term }: QueryWord, entries: TermShard): TermMatches {
  for (let edits = 1; edits <= editsAllowed(term); edits += 1) {
    const found = entries.filter(([other]) => isWithinEdits(other, term, edits));
    if (found.length > 0)
      return group([found.map((entry) => ({ entry, weight: TYPO_WEIGHT / edits })), false]);
  }
  return [];
}

const group = (...groups: [terms: TermMatch[], isBeside: boolean][]): TermMatches =>
  groups.flatMap(([terms, isBeside]) => (terms.length > 0 ? [{ terms, isBeside }] : []));
