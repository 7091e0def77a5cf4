/**
 * The search index of a built site: JSON files that any host sends. Each space has a folder with `index.json`, its terms
 * in shards (`t0.json`, …) and its texts (`s0.json`, …), of which a search loads only those that it needs.
 */

/** What is searched from one place of the site: `index.json` below the place. */
export interface PlaceIndex {
  /** Without blanks in between: the space of the place first. */
  spaces: SpaceIndex[];
}

export interface SpaceIndex {
  /** The folder of the index, and the address of the space. */
  index: string;
  home: string;
  /** What results of the space are called where others are searched, too. */
  title: string;
  /** As the space is analyzed. */
  language: string | null;
}

/** `index.json` of a space. Pages and sections have numbers in the order of the pages. */
export interface IndexRoot {
  /** For each page, how many sections it has: one at least. */
  sections: number[];
  /** For each page, how many words its title has, and the title in its document, if that is another one. */
  titles: number[];
  documentTitles: number[];
  /** For each shard, its first term. Terms are ordered as strings are. */
  terms: string[];
  /** For each file of texts, the first of its sections. */
  texts: number[];
}

/**
 * Terms in their order, each with the pages whose names it is in and the sections whose text it is in. A place is a
 * number: `packPlace`.
 */
export type TermShard = [term: string, pages: number[], sections: number[]][];

/** Pages in their order, each with some or all of its sections. */
export type TextFile = IndexedText[];

export interface IndexedText {
  title: string;
  /** Below the address of the space. */
  href: string;
  /** The titles of the pages above it. */
  crumbs: string[];
  description: string;
  sections: IndexedSection[];
}

/** `ofSpec`: it is an operation, webhook or schema. */
export type IndexedSection = [section: number, title: string, fragment: string, text: string, ofSpec?: 1];

const LEVELS = 64;
/** More than a word can be worth in one place. */
const MAX_WORTH = 20;

/**
 * A place of a term as a number: how far it is from the place before, whether it is marked, and what the term is worth
 * there, in steps that are finer where it is worth little. A page is marked if its title has the term, a section if its
 * heading is the term.
 */
export const packPlace = (step: number, isMarked: boolean, worth: number): number =>
  (step * 2 + (isMarked ? 1 : 0)) * LEVELS +
  Math.min(LEVELS - 1, Math.max(1, Math.round(Math.sqrt(worth / MAX_WORTH) * (LEVELS - 1))));

/** Reads the places of a term. */
export function readPlaces(
  places: readonly number[],
  visit: (at: number, isMarked: boolean, worth: number) => void,
): void {
  let at = 0;
  for (const place of places) {
    const marked = Math.floor(place / LEVELS);
    at += marked >> 1;
    visit(at, (marked & 1) === 1, MAX_WORTH * ((place % LEVELS) / (LEVELS - 1)) ** 2);
  }
}
