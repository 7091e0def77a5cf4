import type { FileEntry, PageEntry, ReusableEntry } from '../tree/entries.ts';
import { hashOf } from '../tree/hash.ts';

/** How a conflict is answered. `both`: ours, then theirs. */
export type ConflictAnswer = { choice: 'ours' | 'theirs' | 'both' } | { choice: 'text'; text: string };

export interface Sides<Value> {
  base: Value;
  ours: Value;
  theirs: Value;
}

export const mapSides = <From, To>(
  { base, ours, theirs }: Sides<From>,
  map: (value: From) => To,
): Sides<To> => ({
  base: map(base),
  ours: map(ours),
  theirs: map(theirs),
});

/**
 * A block of one version: its key there, and the positions that lead to it, first among the blocks of the page, then
 * among the `nodes` of each block, or its `fragments`. In a table, these are the row and the column.
 */
export interface BlockLocation {
  key: string;
  path: number[];
  type: string;
  /** The row of the table, and its column. */
  record?: string;
  definition?: string;
}

/** The innermost block that holds a conflict, in each version that has one. */
export type ConflictBlocks = Partial<Sides<BlockLocation>>;

/** Where in a source a conflict is. */
export type SourceLocation =
  /** `index` counts the blocks of the merged source; `headings` are the titles of the sections that hold the block. */
  | { kind: 'block'; index: number; headings: string[]; blocks: ConflictBlocks }
  /** Without a key: the front matter as a whole. */
  | { kind: 'front-matter'; key?: string }
  | { kind: 'title' }
  /** A footnote, or the definition of a link. */
  | { kind: 'definition'; label: string }
  /** The first line, from 1, in a source that is merged by line. */
  | { kind: 'line'; line: number }
  /** The whole page: its parts cannot be merged separately. */
  | { kind: 'page' };

/** A place that both sides changed differently. The text of a side is empty if it has nothing there. */
export interface SourceConflict extends Sides<string> {
  /** Follows from the texts and the kind of place, so that an answer stays valid while the rest of the page changes. */
  id: string;
  place: SourceLocation;
  /** Whether both texts can be kept, one after the other. */
  canKeepBoth: boolean;
}

/** The id of a conflict: equal for equal parts. */
export const conflictIdOf = (parts: readonly unknown[]): string =>
  hashOf(JSON.stringify(parts.map((part) => part ?? null))).slice(0, 22);

interface ConflictOf<Kind extends string, Value> extends Sides<Value> {
  kind: Kind;
  /** Follows from what conflicts, so that an answer stays valid while the space changes elsewhere. */
  id: string;
}

/** The texts of a document: of a page, or of a reusable content. */
interface DocumentConflict extends ConflictOf<'document', string> {
  targetId: string;
  place: SourceLocation;
  canKeepBoth: boolean;
}

/** A field of a page, such as its title. Null where a side has none. */
interface PageFieldConflict extends ConflictOf<'page-field', unknown> {
  pageId: string;
  field: string;
}

/**
 * One side deleted the page, the other side changed it or something below it. It stays until the conflict is answered.
 */
interface PageDeletedConflict extends ConflictOf<'page-deleted', PageEntry | null> {
  pageId: string;
  deletedBy: 'ours' | 'theirs';
  /** The pages that the other side changed, added or moved: this one or pages below it. */
  changedPageIds: string[];
}

/** The place of a page. */
interface PageParent {
  /** Null at the top. */
  parentId: string | null;
}

/** Both sides moved the page to different parents, or their moves together would put it below itself. */
interface PagePositionConflict extends ConflictOf<'page-position', PageParent | null> {
  pageId: string;
}

/** A field of a file, or with the field `deleted`, the whole file that one side deleted and the other changed. */
interface FileConflict extends ConflictOf<'file', Partial<FileEntry> | null> {
  fileId: string;
  field: string;
}

interface ReusableContentConflict extends ConflictOf<'reusable-content', Partial<ReusableEntry> | null> {
  reusableContentId: string;
  field: string;
}

/** An entry of the settings of a revision, by its key: a variable, a tag, a redirect. */
interface SettingConflict extends ConflictOf<'setting', unknown> {
  setting: 'variables' | 'tags' | 'redirects' | 'repository';
  key: string;
}

export type Conflict =
  | DocumentConflict
  | PageFieldConflict
  | PageDeletedConflict
  | PagePositionConflict
  | FileConflict
  | ReusableContentConflict
  | SettingConflict;

type WithoutId<Value> = Value extends unknown ? Omit<Value, 'id'> : never;
export type ConflictDraft = WithoutId<Exclude<Conflict, DocumentConflict>>;
