import { Coverage } from '@lectern/search/coverage';
import type { Clause } from '@lectern/search/expand-query';
import type { Query } from '@lectern/search/parse-query';
import { isSentence } from '@lectern/search/question-words';
import {
  COMPUTED_WEIGHT,
  coverOf,
  IN_ORDER,
  IN_TITLE_ABOVE,
  worthOfNames,
  worthOfPage,
  worthOfText,
} from '@lectern/search/ranking';
import { createTitleReader, type WordsAbove, worthOfWords } from '@lectern/search/words-above';
import { type IndexRoot, readPlaces } from './index-format.ts';
import type { TermMatch } from './match-words.ts';

/** A page that was found, with its matching sections, the best first. */
export interface RankedPage {
  page: number;
  score: number;
  sections: RankedSection[];
  isComputed: boolean;
  /** The score of its names alone, and the number of all its sections. */
  own: number;
  count: number;
}

interface RankedSection {
  section: number;
  score: number;
  /** The part of the score that comes from its own text. */
  text: number;
}

interface Sum {
  score: number;
  /** A bit for each word. */
  mask: number;
  marks: number;
}

/** Ranks pages as the service’s own search does before it looks at the positions of words in texts. */
export function rankPages(
  query: Query,
  clauses: readonly Clause<TermMatch>[],
  { root, language, above: title }: { root: IndexRoot; language: string | null; above: string | undefined },
): RankedPage[] {
  const pages = new Map<number, Sum>();
  const above = new Map<number, Sum>();
  const sections = new Map<number, Sum>();
  for (const [place, { answers }] of clauses.entries()) {
    const ofPages = new Map<number, number>();
    const ofAbove = new Map<number, number>();
    const ofSections = new Map<number, number>();
    for (const { terms, idf } of answers)
      for (const { entry, weight } of terms) {
        addBest(entry[1], weight * idf, { place, best: ofPages, sums: pages });
        addBelow(entry[3] ?? [], weight * idf, { place, best: ofAbove, sums: above, names: pages });
        addBest(entry[2], weight * idf, { place, best: ofSections, sums: sections });
      }
  }
  const coverage = new Coverage(clauses, isSentence(query, language));
  const ofSpace = title === undefined ? undefined : createTitleReader(query, clauses, language)(title);
  return scorePages(query, { root, pages, above, ofSpace, sections, coverage }).sort(isBefore);
}

const isBefore = (one: RankedPage, other: RankedPage): number =>
  other.score - one.score || one.page - other.page;

/** Among all terms that match a word, the best one counts in each place. */
function addBest(positions: readonly number[], factor: number, { place, best, sums }: Counted): void {
  readPlaces(positions, (at, isMarked, worth) => {
    const sum = addAt(at, worth * factor, { place, best, sums });
    if (isMarked) sum.marks |= 1 << place;
  });
}

interface Counted {
  place: number;
  best: Map<number, number>;
  sums: Map<number, Sum>;
}

function addAt(at: number, worth: number, { place, best, sums }: Counted): Sum {
  const sum = sums.get(at) ?? { score: 0, mask: 0, marks: 0 };
  sums.set(at, sum);
  sum.mask |= 1 << place;
  const before = best.get(at) ?? 0;
  if (worth > before) {
    best.set(at, worth);
    sum.score += worth - before;
  }
  return sum;
}

/** Among all terms that match a word, the best one counts below each title, unless the page has the word itself. */
function addBelow(
  steps: readonly number[],
  worth: number,
  { place, best, sums, names }: Counted & { names: ReadonlyMap<number, Sum> },
): void {
  let at = 0;
  for (const step of steps) {
    at += step;
    if (((names.get(at)?.mask ?? 0) & (1 << place)) !== 0) continue;
    addAt(at, IN_TITLE_ABOVE * worth, { place, best, sums });
  }
}

interface Found {
  root: IndexRoot;
  pages: ReadonlyMap<number, Sum>;
  above: ReadonlyMap<number, Sum>;
  /** In the title of the space. */
  ofSpace: WordsAbove | undefined;
  sections: ReadonlyMap<number, Sum>;
  coverage: Coverage;
}

function scorePages(
  { words }: Query,
  { root, pages, above, ofSpace, sections, coverage }: Found,
): RankedPage[] {
  const ranked: RankedPage[] = [];
  const isComputed = createComputedFinder(root);
  let first = 0;
  for (const [page, count] of root.sections.entries()) {
    const names = pages.get(page) ?? { score: 0, mask: 0, marks: 0 };
    const matching: [section: number, sum: Sum][] = [];
    const titles = withSpace(above.get(page) ?? { score: 0, mask: 0, marks: 0 }, names.mask, ofSpace);
    let all = names.mask;
    for (let section = first; section < first + count; section += 1) {
      const sum = sections.get(section);
      if (!sum) continue;
      matching.push([section, sum]);
      all |= sum.mask;
    }
    first += count;
    // What is only above a page says where it is, not what it is about.
    if (all === 0) continue;
    all |= titles.mask;
    const ownMask = names.mask | titles.mask;
    const { length } = words;
    const isWhole =
      countBits(names.marks) === length &&
      (root.titles[page] === length || root.documentTitles[page] === length);
    const inTitle = coverage.of(names.marks === 0 ? 0 : names.marks | titles.mask);
    const worth = worthOfNames(names.score + titles.score, { words: length, inTitle, isWhole });
    const onPage = coverage.of(all);
    const found = matching.map(([section, { score, mask, marks }]): RankedSection => {
      const cover = coverOf(onPage, coverage.of(ownMask | mask));
      const text = worthOfText(score, cover, length === 1 && marks > 0);
      return { section, score: worth * cover + text, text };
    });
    const own = worth * coverOf(onPage, coverage.of(ownMask));
    ranked.push(sumUp({ page, sections: found, isComputed: isComputed(page), own, count }));
  }
  return ranked;
}

/** Adds the words in the title of the space that are in no name of a page and in no other title above it. */
function withSpace(titles: Sum, names: number, ofSpace: WordsAbove | undefined): Sum {
  if (!ofSpace) return titles;
  const further = ofSpace.mask & ~names & ~titles.mask;
  const score = titles.score + worthOfWords(ofSpace, further);
  return { ...titles, mask: titles.mask | further, score };
}

/** Adds to sections how near the words are to each other in them, between 0 and 1, and ranks their pages by it. */
export function addNearness(
  pages: readonly RankedPage[],
  nearnessOf: (section: number) => number,
): RankedPage[] {
  return pages
    .map((ranked) =>
      sumUp({
        ...ranked,
        sections: ranked.sections.map(({ section, score, text }) => ({
          section,
          score: score + IN_ORDER * nearnessOf(section) * text,
          text,
        })),
      }),
    )
    .sort(isBefore);
}

function sumUp(ranked: Omit<RankedPage, 'score'>): RankedPage {
  const sections = ranked.sections.toSorted(
    (one, other) => other.score - one.score || one.section - other.section,
  );
  const [best = 0, second = 0] = [ranked.own, ...sections.map(({ score }) => score)].sort(
    (one, other) => other - one,
  );
  const weight = ranked.isComputed ? COMPUTED_WEIGHT : 1;
  return { ...ranked, sections, score: weight * worthOfPage(best, second, ranked.count) };
}

/** Returns a function that is called with pages in their order. */
function createComputedFinder({ computed }: IndexRoot): (page: number) => boolean {
  let run = 0;
  return (page) => {
    while (run < computed.length && page >= lastOf(computed[run]) + 1) run += 1;
    return run < computed.length && page >= (computed[run]?.[0] ?? 0);
  };
}

const lastOf = ([first, count]: readonly [number, number] = [0, 0]): number => first + count - 1;

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
}
