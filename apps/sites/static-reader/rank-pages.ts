import { Coverage } from '@lectern/search/coverage';
import type { Clause } from '@lectern/search/expand-query';
import type { Query } from '@lectern/search/parse-query';
import { isSentence } from '@lectern/search/question-words';
import { coverOf, worthOfNames, worthOfPage, worthOfText } from '@lectern/search/ranking';
import { type IndexRoot, readPlaces } from './index-format.ts';
import type { TermMatch } from './match-words.ts';

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
  clauses: readonly Clause<TermMatch>[],
  { root, language }: { root: IndexRoot; language: string | null },
): RankedPage[] {
  const pages = new Map<number, Sum>();
  const sections = new Map<number, Sum>();
  for (const [place, { answers }] of clauses.entries()) {
    const ofPages = new Map<number, number>();
    const ofSections = new Map<number, number>();
    for (const { terms, idf } of answers)
      for (const { entry, weight } of terms) {
        addBest(entry[1], weight * idf, { place, best: ofPages, sums: pages });
        addBest(entry[2], weight * idf, { place, best: ofSections, sums: sections });
      }
  }
  const coverage = new Coverage(clauses, isSentence(query.words, language));
  return scorePages(query, { root, pages, sections, coverage }).sort(
    (one, other) => other.score - one.score || one.page - other.page,
  );
}

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

interface Found {
  root: IndexRoot;
  pages: ReadonlyMap<number, Sum>;
  sections: ReadonlyMap<number, Sum>;
  coverage: Coverage;
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
    const own = worthOfNames(names.score, { words: length, inTitle: coverage.of(names.marks), isWhole });
    const onPage = coverage.of(all);
    const scores = matching.map(([section, { score, mask, marks }]): [section: number, score: number] => {
      const cover = coverOf(onPage, coverage.of(names.mask | mask));
      return [section, own * cover + worthOfText(score, cover, length === 1 && marks > 0)];
    });
    scores.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    const [best = 0, second = 0] = [
      own * coverOf(onPage, coverage.of(names.mask)),
      ...scores.map(([, score]) => score),
    ].sort((one, other) => other - one);
    ranked.push({
      page,
      score: worthOfPage(best, second, count),
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
