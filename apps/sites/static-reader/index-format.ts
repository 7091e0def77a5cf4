/**
 * The search index of a built site: JSON files that any host can serve. Each space has a folder with `index.json`, its
 * terms in shards (`t0.json`, …; compounds in `c0.json`, …) and its texts (`s0.json`, …), of which a search loads only
 * those that it needs.
 */

/** The indexes that are searched from one place of the site: `index.json` below the place. */
export interface PlaceIndex {
  /** Without gaps: the space of the place first. */
  spaces: SpaceIndex[];
  /** The sections that can be searched alone, each with the number of its space; absent if there are not several. */
  sections?: { title: string; space: number }[];
}

export interface SpaceIndex {
  /** The folder of the index, and the address of the space. */
  index: string;
  home: string;
  /** The name of the space in results, if other spaces are searched, too. */
  title: string;
  /** The language for which the text of the space is analyzed. */
  language: string | null;
}

/** `index.json` of a space. Pages and sections have numbers in the order of the pages. */
export interface IndexRoot {
  /** For each page, the number of its sections, at least one. */
  sections: number[];
  /** For each page, the number of words in its title; and in the title of its document, if that is different. */
  titles: number[];
  documentTitles: number[];
  /** Runs of pages that are computed from specs. Operations, webhooks and schemas are pages here. */
  computed: [first: number, count: number][];
  /**
   * For each shard, by what it contains, the beginning of its first term that differs from the last term of the shard
   * before. Terms are in the order of JavaScript strings.
   */
  terms: Record<ShardKind, string[]>;
  /** For each file of texts, the number of its sections. */
  texts: number[];
}

/**
 * Words (`t`), and what is nowhere a word but only joins several, as `getUserName` does (`c`). Each part of a compound
 * is a term of the same place, so that few searches need compounds.
 */
export type ShardKind = 't' | 'c';

/**
 * Terms in their order, each with the pages that have it in their names, and the sections that have it in their text. A
 * place is a number: `packPlace`. `below`: pages below a title that has it, as distances from one to the next; absent if
 * there are none.
 */
export type TermShard = [term: string, pages: number[], sections: number[], below?: number[]][];

/** Pages in their order, each with some or all of its sections. The sections of a file have consecutive numbers. */
export type TextFile = IndexedText[];

/** `href` is relative to the space; `crumbs` are the titles of the pages above. */
export type IndexedText = [
  title: string,
  href: string,
  crumbs: string[],
  description: string,
  sections: IndexedSection[],
];

/** `isPart`: it is an operation, webhook or schema, a result of its own, with its label as `text`. */
export type IndexedSection = [title: string, fragment: string, text: string, isPart?: 1];

/** Places are written in decimals, which repeat more, and take less room, if twice the levels are a round number. */
const LEVELS = 25;
/** More than the score of any word in one place. */
const MAX_WORTH = 20;

/**
 * Packs a place of a term into a number: the distance from the previous place, whether it is marked, and the score of
 * the term there, in steps that are finer for low scores. A page is marked if its title contains the term, a section if
 * its heading is the term.
 */
export const packPlace = (step: number, isMarked: boolean, worth: number): number =>
  (step * 2 + (isMarked ? 1 : 0)) * LEVELS +
  Math.min(LEVELS - 1, Math.max(1, Math.round(Math.sqrt(worth / MAX_WORTH) * (LEVELS - 1))));

/** Reads the places of a term. */
export function readPlaces(
  positions: readonly number[],
  visit: (at: number, isMarked: boolean, worth: number) => void,
): void {
  let at = 0;
  for (const position of positions) {
    const marked = Math.floor(position / LEVELS);
    at += marked >> 1;
    visit(at, (marked & 1) === 1, MAX_WORTH * ((position % LEVELS) / (LEVELS - 1)) ** 2);
  }
}
