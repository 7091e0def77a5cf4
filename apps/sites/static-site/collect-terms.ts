import { type TokenKind, tokenize } from '@lectern/search/tokenize';
import { LENGTH_PENALTY, SATURATION, WEIGHTS } from '@lectern/search/weights';
import { createPause } from '../../server/platform/threads/pause.ts';
import { packPlace } from '../static-reader/index-format.ts';
import type { PageToIndex, SectionToIndex } from './page-to-index.ts';

export interface CollectedTerm {
  /** Whether the term only joins words everywhere. */
  isCompound: boolean;
  /** Where it is in the names of pages. */
  pages: Places;
  sections: Places;
  /** The pages below a title that has it. */
  below: Places;
}

/** The places of a term, added in order. */
interface Places {
  /** As `packPlace` packs them; those below titles as distances. */
  packed: number[];
  last: number;
}

/** A term while a section is read. */
interface ReadTerm extends CollectedTerm {
  /** The last section that contains it, and its place among the terms of that section. */
  section: number;
  index: number;
}

/** The terms of a section; for each, twice how often it is in the text, and one more if it is in the heading. */
interface ReadSection {
  at: number;
  terms: ReadTerm[];
  counts: number[];
  headingWords: number;
  textWords: number;
}

/** Collects the terms of the pages, with their places and scores. */
export async function collectTerms(pages: readonly PageToIndex[]): Promise<Map<string, CollectedTerm>> {
  const pause = createPause();
  const terms = new Map<string, ReadTerm>();
  const sections: ReadSection[] = [];
  const usualTitle = average(pages.map(({ title }) => countWords(title)));
  let section = 0;
  for (const [at, page] of pages.entries()) {
    addPage(at, page);
    for (const one of page.sections) {
      sections.push(readSection(section, one));
      section += 1;
      await pause(16);
    }
    // A page without sections is shown as one that is empty.
    if (page.sections.length === 0) section += 1;
  }
  const usual = {
    heading: average(sections.map(({ headingWords }) => headingWords)),
    text: average(sections.map(({ textWords }) => textWords)),
  };
  for (const one of sections) {
    addSection(one, usual);
    await pause(16);
  }
  return terms;

  function findTerm(text: string, kind: TokenKind): ReadTerm {
    let term = terms.get(text);
    if (!term) {
      const places = (): Places => ({ packed: [], last: 0 });
      term = {
        isCompound: true,
        pages: places(),
        sections: places(),
        below: places(),
        section: -1,
        index: 0,
      };
      terms.set(text, term);
    }
    if (kind !== 'compound') term.isCompound = false;
    return term;
  }

  function readName(text: string): { found: Set<ReadTerm>; words: number } {
    const found = new Set<ReadTerm>();
    const words = tokenize(text, (term, kind) => found.add(findTerm(term, kind)));
    return { found, words };
  }

  function addPage(at: number, page: PageToIndex): void {
    const { title, linkTitle = '', documentTitle = '', description, path } = page;
    const titled = new Map<ReadTerm, number>();
    for (const text of [title, documentTitle]) {
      const { found, words } = readName(text);
      const worth = WEIGHTS.title / norm(words, usualTitle, LENGTH_PENALTY.title);
      // Two names of one thing are still one.
      for (const term of found) titled.set(term, Math.max(titled.get(term) ?? 0, worth));
    }
    const worths = new Map(titled);
    const add = (text: string, worth: number): void => {
      for (const term of readName(text).found) worths.set(term, (worths.get(term) ?? 0) + worth);
    };
    add(linkTitle, WEIGHTS.linkTitle);
    add(description, WEIGHTS.description);
    add(path, WEIGHTS.path);
    for (const [term, worth] of worths) addPlace(term.pages, { at, isMarked: titled.has(term), worth });
    for (const term of new Set(page.above.flatMap((above) => [...readName(above).found]))) {
      term.below.packed.push(at - term.below.last);
      term.below.last = at;
    }
  }

  function readSection(at: number, { title, line }: SectionToIndex): ReadSection {
    const read: ReadTerm[] = [];
    const counts: number[] = [];
    const indexOf = (text: string, kind: TokenKind): number => {
      const term = findTerm(text, kind);
      if (term.section !== at) {
        term.section = at;
        term.index = read.length;
        read.push(term);
        counts.push(0);
      }
      return term.index;
    };
    const headingWords = tokenize(title, (term, kind) => {
      counts[indexOf(term, kind)] = 1;
    });
    const textWords = tokenize(line, (term, kind) => {
      const index = indexOf(term, kind);
      counts[index] = (counts[index] as number) + 2;
    });
    return { at, terms: read, counts, headingWords, textWords };
  }
}

/** `usual`: the usual numbers of words. */
function addSection(
  { at, terms, counts, headingWords, textWords }: ReadSection,
  usual: { heading: number; text: number },
): void {
  const headingWorth = WEIGHTS.heading / norm(headingWords, usual.heading, LENGTH_PENALTY.heading);
  const saturation = SATURATION * norm(textWords, usual.text, LENGTH_PENALTY.body);
  for (const [index, { sections }] of terms.entries()) {
    const both = counts[index] as number;
    const isInHeading = both % 2 === 1;
    const count = both >> 1;
    const worth = (WEIGHTS.body * (SATURATION + 1) * count) / (count + saturation);
    addPlace(sections, {
      at,
      isMarked: isInHeading && headingWords === 1,
      worth: isInHeading ? headingWorth + worth : worth,
    });
  }
}

/**
 * `isMarked`: the title of the page contains the term, or the heading of the section is the term. `worth`: the score of
 * the term there, before its rarity.
 */
function addPlace(places: Places, { at, isMarked, worth }: { at: number; isMarked: boolean; worth: number }) {
  places.packed.push(packPlace(at - places.last, isMarked, worth));
  places.last = at;
}

export const countWords = (text: string): number => tokenize(text, () => undefined);

const average = (counts: readonly number[]): number =>
  Math.max(1, counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length));

const norm = (words: number, usual: number, penalty: number): number =>
  1 - penalty + penalty * (words / usual);
