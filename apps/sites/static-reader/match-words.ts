import { editsAllowed, isWithinEdits } from '@lectern/search/edit-distance';
import type { TermSource } from '@lectern/search/expand-query';
import type { Query, QueryWord } from '@lectern/search/parse-query';
import { completionWeight, TYPO_WEIGHTS } from '@lectern/search/ranking';
import { findStemmer } from '@lectern/search/stem';
import { findPhrases, listSynonyms } from '@lectern/search/synonyms';
import type { IndexRoot, TermShard } from './index-format.ts';

/** A term that matches a word of the query, and how closely. */
export interface TermMatch {
  entry: TermShard[number];
  weight: number;
}

/** Lists the beginnings of all words that a query looks up. */
export function listBeginnings({ words, compounds }: Query, language: string | null): string[] {
  const stemmer = findStemmer(language);
  const withForms = (term: string): string[] =>
    stemmer ? [term, beginningOfForms(stemmer.root(term))] : [term];
  return [
    ...compounds.map(({ term }) => term),
    ...findPhrases(words, language).flatMap(({ terms }) => terms.flatMap(withForms)),
    ...words.flatMap(({ term, kind }) => {
      if (kind === 'pair') return [term, firstOf(term)];
      return kind === 'word' ? [term, ...listSynonyms(term, language)].flatMap(withForms) : [term];
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

const beginningOfForms = (root: string): string =>
  root.length < 3 ? root : root.slice(0, Math.max(3, root.length - 1));

/** The loaded terms of an index, and those in which typos are looked for. */
export function createLoadedTerms(
  { root, language }: { root: IndexRoot; language: string | null },
  entries: TermShard,
  similar: TermShard,
): TermSource<TermMatch> {
  const byTerm = new Map(entries.map((entry) => [entry[0], entry]));
  const stemmer = findStemmer(language);
  const list = (weightOf: (term: string) => number): TermMatch[] =>
    [...byTerm.values()].flatMap((entry) => {
      const weight = weightOf(entry[0]);
      return weight > 0 ? [{ entry, weight }] : [];
    });
  return {
    places: root.sections.length + root.sections.reduce((sum, count) => sum + count, 0),
    frequencyOf: ({ entry: [, pages, sections] }) => pages.length + sections.length,
    findExact: (term) => {
      const entry = byTerm.get(term);
      return entry ? [{ entry, weight: 1 }] : [];
    },
    findForms: (term, weights) => {
      const stem = stemmer?.(term);
      const family = stemmer?.root(term) ?? '';
      if (!stemmer || family.length < 3) return [];
      return list((other) => {
        if (other === term || stemmer.root(other) !== family) return 0;
        return stemmer(other) === stem ? weights.form : weights.family;
      });
    },
    findCompletions: (term, weight) =>
      list((other) =>
        other !== term && other.startsWith(term) ? weight * completionWeight(term.length, other.length) : 0,
      ),
    findCharacter: (character) => list((other) => (other.startsWith(character) ? 1 : 0)),
    findTypos: (word, edits) => findTypos(word, edits, similar),
  };
}

/** The terms nearest to a misspelled word; if there are none, those with the nearest beginnings. */
function findTypos({ term, isOpen }: QueryWord, edits: number, entries: TermShard): TermMatch[] {
  for (const ofBeginnings of isOpen ? [false, true] : [false])
    for (let distance = 1; distance <= edits; distance += 1) {
      const found = entries.filter(([other]) =>
        ofBeginnings ? beginsSimilarly(other, term, distance) : isWithinEdits(other, term, distance),
      );
      if (found.length > 0)
        return found.map((entry) => ({
          entry,
          weight:
            (TYPO_WEIGHTS[distance] as number) *
            (ofBeginnings ? completionWeight(term.length, entry[0].length) : 1),
        }));
    }
  return [];
}

function beginsSimilarly(other: string, term: string, edits: number): boolean {
  for (let length = term.length - edits; length <= term.length + edits; length += 1)
    if (length <= other.length && isWithinEdits(other.slice(0, length), term, edits)) return true;
  return false;
}
