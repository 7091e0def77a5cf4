import type { Query } from '@lectern/search/parse-query';
import { compareWeights, isSentence } from '@lectern/search/question-words';
import {
  ALL_IN_TITLE,
  coverageExponent,
  FURTHER_SECTIONS,
  factorOfSections,
  WHOLE_HEADING,
  WHOLE_TITLE,
  WITHIN_SECTION,
} from '@lectern/search/ranking';
import { type IndexRoot, readPlaces } from './index-format.ts';
import type { TermMatches } from './match-words.ts';

/** A page that was found, with its matching sections, the best first. */
export interface RankedPage {
  page: number;
  score: number;
  sections: number[];
}

interface Sum {
  score: number;
  /** A bit for each word. */
  mask: number;
  marks: number;
}

/**
 * Ranks pages by what the service’s own search ranks by, but for how near the words are to each other: a page by its
 * names and its best section, multiplied by the part of the query that it has.
 */
export function rankPages(
  query: Query,
  responses: readonly TermMatches[],
  { root, language }: { root: IndexRoot; language: string | null },
): RankedPage[] {
  const factors = compareWeights(
    query.words.map((word, n) => ({ ...word, isAnswered: responses[n]?.length !== 0 })),
    language,
  );
  const all = root.sections.length + root.sections.reduce((sum, count) => sum + count, 0);
  const pages = new Map<number, Sum>();
  const sections = new Map<number, Sum>();
  const importances = responses.map((groups, position) => {
    const ofPages = new Map<number, number>();
    const ofSections = new Map<number, number>();
    let importance = 0;
    let own = 0;
    for (const { terms, isBeside } of groups) {
      const frequency = terms.reduce((sum, { entry }) => sum + entry[1].length + entry[2].length, 0);
      // A word that may be the beginning of another one may say more than it seems to.
      const factor = isBeside ? 1 : (factors[position] as number);
      const idf = factor * idfOf(all, frequency + (isBeside ? own : 0));
      importance ||= idf;
      own ||= frequency;
      for (const { entry, weight } of terms) {
        addBest(entry[1], weight * idf, { place: position, best: ofPages, sums: pages });
        addBest(entry[2], weight * idf, { place: position, best: ofSections, sums: sections });
      }
    }
    return importance;
  });
  const coverage = createCoverage(importances, coverageExponent(isSentence(query.words, language)));
  return scorePages(query, { root, pages, sections, coverage }).sort(
    (one, other) => other.score - one.score || one.page - other.page,
  );
}

const idfOf = (all: number, frequency: number): number =>
  Math.log(1 + (Math.max(all, frequency) - frequency + 0.5) / (frequency + 0.5));

/** Among all terms that match a word, the best one counts in each place. */
function addBest(
  positions: readonly number[],
  factor: number,
  { place, best, sums }: { place: number; best: Map<number, number>; sums: Map<number, Sum> },
): void {
  readPlaces(positions, (at, isMarked, worth) => {
    const sum = sums.get(at) ?? { score: 0, mask: 0, marks: 0 };
    sums.set(at, sum);
    sum.mask |= 1 << place;
    if (isMarked) sum.marks |= 1 << place;
    const before = best.get(at) ?? 0;
    if (worth * factor <= before) return;
    best.set(at, worth * factor);
    sum.score += worth * factor - before;
  });
}

function createCoverage(importances: readonly number[], exponent: number): (mask: number) => number {
  const all = importances.reduce((sum, importance) => sum + importance, 0) || 1;
  return (mask) =>
    (importances.reduce((sum, importance, position) => sum + (mask & (1 << position) ? importance : 0), 0) /
      all) **
    exponent;
}

interface Found {
  root: IndexRoot;
  pages: ReadonlyMap<number, Sum>;
  sections: ReadonlyMap<number, Sum>;
  coverage(mask: number): number;
}

function scorePages({ words }: Query, { root, pages, sections, coverage }: Found): RankedPage[] {
  const ranked: RankedPage[] = [];
  let first = 0;
  for (const [page, count] of root.sections.entries()) {
    const names = pages.get(page) ?? { score: 0, mask: 0, marks: 0 };
    const matching: [section: number, sum: Sum][] = [];
    let all = names.mask;
    for (let section = first; section < first + count; section += 1) {
      const sum = sections.get(section);
      if (!sum) continue;
      matching.push([section, sum]);
      all |= sum.mask;
    }
    first += count;
    if (all === 0) continue;
    const { length } = words;
    const isWhole =
      countBits(names.marks) === length &&
      (root.titles[page] === length || root.documentTitles[page] === length);
    const named = words.length < 2 ? 1 : 1 + ALL_IN_TITLE * coverage(names.marks);
    const own = names.score * named * (isWhole ? WHOLE_TITLE : 1);
    const wide = (1 - WITHIN_SECTION) * coverage(all);
    const scores = matching.map(([section, { score, mask, marks }]): [section: number, score: number] => {
      const cover = wide + WITHIN_SECTION * coverage(names.mask | mask);
      const heading = words.length === 1 && marks > 0 ? WHOLE_HEADING : 1;
      return [section, own * cover + score * heading * cover];
    });
    scores.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    const [best = 0, second = 0] = [
      own * (wide + WITHIN_SECTION * coverage(names.mask)),
      ...scores.map(([, score]) => score),
    ].sort((one, other) => other - one);
    ranked.push({
      page,
      score: factorOfSections(count) * (best + FURTHER_SECTIONS * second),
      sections: scores.map(([section]) => section),
    });
  }
  return ranked;
}

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
}
