import { hashOf } from '../tree/hash.ts';

/** How a conflict is answered. `both`: ours, then theirs. */
export type ConflictAnswer = { choice: 'ours' | 'theirs' | 'both' } | { choice: 'text'; text: string };

export interface Sides<Value> {
  base: Value;
  ours: Value;
  theirs: Value;
}

/** Where in a source a conflict is. */
export type SourcePlace =
  /** `index` counts the blocks of the merged source; `headings` are the titles of the sections that hold the block. */
  | { kind: 'block'; index: number; headings: string[] }
  /** Without a key: the front matter as a whole. */
  | { kind: 'front-matter'; key?: string }
  | { kind: 'title' }
  /** A footnote, or the definition of a link. */
  | { kind: 'definition'; label: string }
  /** The first line, from 1, in a source that is merged by line. */
  | { kind: 'line'; line: number }
  /** The whole page: its parts cannot be merged separately. */
  | { kind: 'page' };

/** What both sides changed differently. A text is empty where a side has nothing. */
export interface SourceConflict extends Sides<string> {
  /** Follows from the texts and the kind of place, so that an answer stays valid while the rest of the page changes. */
  id: string;
  place: SourcePlace;
  /** Whether both texts can be kept, one after the other. */
  canKeepBoth: boolean;
}

/** The id of a conflict: equal for equal parts. */
export const conflictIdOf = (parts: readonly unknown[]): string =>
  hashOf(JSON.stringify(parts.map((part) => part ?? null))).slice(0, 22);
