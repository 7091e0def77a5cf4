import { tokenize } from '../../search-engine/tokenize.ts';
import { LENGTH_PENALTY, SATURATION, WEIGHTS } from '../../search-engine/weights.ts';
import { createPause } from '../../threads/pause.ts';
import type { PageToIndex, SectionToIndex } from './page-to-index.ts';

/** Where a term stands. */
export interface Place {
  /** The number of the page or section. */
  at: number;
  /** Whether the title of the page contains the term, or the heading of the section is the term. */
  isMarked: boolean;
  /** The score of the term there, before its rarity. */
  worth: number;
}

export interface CollectedTerm {
  /** Whether the term only joins words everywhere. */
  isCompound: boolean;
  pages: Place[];
  sections: Place[];
}

/** What a section is scored by, before the usual lengths of sections are known. */
interface SectionPlace extends Place {
  isInHeading: boolean;
  /** How often the term stands in the text. */
  count: number;
  headingWords: number;
  textWords: number;
}

/** Collects the terms of the pages, with their places in order. */
export async function collectTerms(pages: readonly PageToIndex[]): Promise<Map<string, CollectedTerm>> {
  const pause = createPause();
  const usualTitle = average(pages.map(({ title }) => countWords(title)));
  const terms = new Map<string, CollectedTerm>();
  /** The lengths of all sections, in words. */
  const lengths = { heading: [] as number[], text: [] as number[] };
  const places: SectionPlace[] = [];
  let section = 0;
  for (const [at, page] of pages.entries()) {
    addPage(at, page);
    for (const one of page.sections) {
      addSection(section, one);
      section += 1;
      await pause(16);
    }
    // A page without sections is shown as one that is empty.
    if (page.sections.length === 0) section += 1;
  }
  score(places, { heading: average(lengths.heading), text: average(lengths.text) });
  return terms;

  /** Counts the terms of a text, those of parts of words included. */
  function countTerms(text: string): { counts: Map<CollectedTerm, number>; words: number } {
    const counts = new Map<CollectedTerm, number>();
    const words = tokenize(text, (term, kind) => {
      let known = terms.get(term);
      if (!known) {
        known = { isCompound: true, pages: [], sections: [] };
        terms.set(term, known);
      }
      if (kind !== 'compound') known.isCompound = false;
      counts.set(known, (counts.get(known) ?? 0) + 1);
    });
    return { counts, words };
  }

  function addPage(at: number, page: PageToIndex): void {
    const { title, linkTitle = '', documentTitle = '', description, path } = page;
    const titled = new Map<CollectedTerm, number>();
    for (const text of [title, documentTitle]) {
      const { counts, words } = countTerms(text);
      const worth = WEIGHTS.title / norm(words, usualTitle, LENGTH_PENALTY.title);
      // Two names of one thing are still one.
      for (const term of counts.keys()) titled.set(term, Math.max(titled.get(term) ?? 0, worth));
    }
    const worths = new Map(titled);
    const add = (text: string, worth: number): void => {
      for (const term of countTerms(text).counts.keys()) worths.set(term, (worths.get(term) ?? 0) + worth);
    };
    add(linkTitle, WEIGHTS.linkTitle);
    add(description, WEIGHTS.description);
    add(path, WEIGHTS.path);
    for (const [term, worth] of worths) term.pages.push({ at, isMarked: titled.has(term), worth });
  }

  function addSection(at: number, { title, line, words }: SectionToIndex): void {
    const heading = countTerms(title);
    const text = countTerms(words === undefined ? line : `${line} ${words}`);
    lengths.heading.push(heading.words);
    lengths.text.push(text.words);
    for (const term of new Set([...heading.counts.keys(), ...text.counts.keys()])) {
      const isInHeading = heading.counts.has(term);
      const place = {
        at,
        isMarked: isInHeading && heading.words === 1,
        worth: 0,
        isInHeading,
        count: text.counts.get(term) ?? 0,
        headingWords: heading.words,
        textWords: text.words,
      };
      places.push(place);
      term.sections.push(place);
    }
  }
}

/** Scores the places in sections. `usual`: the usual numbers of words. */
function score(places: readonly SectionPlace[], usual: { heading: number; text: number }): void {
  for (const place of places) {
    const { isInHeading, count, headingWords, textWords } = place;
    const saturation = SATURATION * norm(textWords, usual.text, LENGTH_PENALTY.body);
    const inHeading = WEIGHTS.heading / norm(headingWords, usual.heading, LENGTH_PENALTY.heading);
    place.worth =
      (isInHeading ? inHeading : 0) + (WEIGHTS.body * (SATURATION + 1) * count) / (count + saturation);
  }
}

export const countWords = (text: string): number => tokenize(text, () => undefined);

const average = (counts: readonly number[]): number =>
  Math.max(1, counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length));

const norm = (words: number, usual: number, penalty: number): number =>
  1 - penalty + penalty * (words / usual);
