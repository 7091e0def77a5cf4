import { type Chunk, countConflicts, type PieceMerge, piecesOf, type Run, textOf } from './chunks.ts';
import type { ConflictAnswer, Sides } from './conflicts.ts';
import type { Piece, PieceList } from './pieces.ts';

/** A conflict with the pieces of all versions, and the name of their level. */
export interface OpenConflict extends Sides<string> {
  level: string;
  pieces: readonly Piece[];
  /** Where the texts begin in the versions. */
  starts: Sides<number>;
}

/** Answers a conflict; undefined keeps ours. Called in the order of the merged text. */
type Resolve = (conflict: OpenConflict) => ConflictAnswer | undefined;

/** A written piece and its place in the merged text. */
export interface WrittenPiece {
  start: number;
  end: number;
  /** The piece itself if it was taken unchanged. */
  piece?: Piece;
  /** The same piece on the other side, which other definitions may give another meaning. */
  twin?: Piece;
  /** The versions that the text was merged from, if both sides changed it. */
  merged?: MergedChunk;
}

interface MergedChunk {
  chunk: Chunk;
  sources: Sides<readonly Piece[]>;
  /** Whether some of its parts are in conflict: what these become is up to the answers. */
  hasConflicts: boolean;
}

export interface WrittenMerge {
  text: string;
  pieces: WrittenPiece[];
  /** Whether both sides changed the line breaks between the same two pieces differently. */
  isContested: boolean;
}

export interface WriteOptions {
  resolve: Resolve;
  newline: string;
  /** Whether pieces that the merge put next to each other, or changed, are at least a blank line apart. */
  isSpaced?: boolean;
  /** Where the lists begin in the versions of the whole source. */
  starts?: Sides<number>;
  /** Receives each piece of the outermost level before its conflicts are resolved. */
  onPiece?: (piece: Piece) => void;
}

const SEPARATORS: Record<string, number> = { block: 2, list: 1, item: 1, row: 1, line: 1 };

/** Writes what a merge made, with the blank text between its pieces as the sides have it. */
export function writeMerge(merge: PieceMerge, options: WriteOptions): WrittenMerge {
  const written: WrittenMerge = { text: '', pieces: [], isContested: false };
  const gaps = createGaps(merge, options);
  for (const chunk of merge.chunks) {
    const parts = writeChunk(merge, chunk, options);
    const isChanged = !isUnchanged(merge, chunk);
    if (parts.length > 0) {
      written.text += gaps.before(chunk, isChanged);
      for (const [i, part] of parts.entries()) {
        if (i > 0) written.text += part.lead;
        const start = written.text.length;
        written.text += part.text;
        const { text: _, lead: __, ...origin } = part;
        written.pieces.push({ start, end: written.text.length, ...origin });
      }
    }
    gaps.pass(chunk, parts.length > 0, isChanged);
  }
  written.text += gaps.tail();
  written.isContested = gaps.isContested();
  return written;
}

interface WrittenPart extends Omit<WrittenPiece, 'start' | 'end'> {
  text: string;
  lead: string;
}

function writeChunk(merge: PieceMerge, chunk: Chunk, options: WriteOptions): WrittenPart[] {
  const { runs, resolution } = chunk;
  switch (resolution.kind) {
    case 'side': {
      const pieces = piecesOf(merge.lists[resolution.side], runs[resolution.side]);
      const other = resolution.side === 'ours' ? 'theirs' : 'ours';
      const others = piecesOf(merge.lists[other], runs[other]);
      for (const piece of pieces) options.onPiece?.(piece);
      return pieces.map((piece, i) => {
        const twin = others[i];
        const isSame = twin !== undefined && twin.text === piece.text;
        return { text: piece.text, lead: piece.lead, piece, ...(isSame ? { twin } : {}) };
      });
    }
    case 'text': {
      const { text } = resolution;
      for (const piece of piecesOf(merge.lists.ours, runs.ours)) options.onPiece?.(piece);
      return text === ''
        ? []
        : [{ text, lead: '', merged: { chunk, sources: sourcesOf(merge, runs), hasConflicts: false } }];
    }
    case 'moved':
      for (const piece of resolution.pieces) options.onPiece?.(piece);
      return resolution.pieces.map((piece) => ({ text: piece.text, lead: piece.lead, piece }));
    case 'parts': {
      const piece = merge.lists.ours.pieces[runs.ours.start] as Piece;
      options.onPiece?.(piece);
      const { onPiece: _, isSpaced: __, ...inner } = options;
      const { text } = writeMerge(resolution.merge, { ...inner, starts: startsOf(merge, runs, options) });
      const hasConflicts = countConflicts(resolution.merge) > 0;
      return [{ text, lead: '', merged: { chunk, sources: sourcesOf(merge, runs), hasConflicts } }];
    }
    case 'conflict': {
      const text = writeConflict(merge, runs, options);
      return text === '' ? [] : [{ text, lead: '' }];
    }
  }
}

const sourcesOf = ({ lists }: PieceMerge, runs: Sides<Run>): Sides<readonly Piece[]> => ({
  base: piecesOf(lists.base, runs.base),
  ours: piecesOf(lists.ours, runs.ours),
  theirs: piecesOf(lists.theirs, runs.theirs),
});

function writeConflict(merge: PieceMerge, runs: Sides<Run>, options: WriteOptions): string {
  const { lists, level } = merge;
  const pieces = (['ours', 'theirs', 'base'] as const).flatMap((side) => [
    ...piecesOf(lists[side], runs[side]),
  ]);
  const base = textOf(lists.base, runs.base);
  const ours = textOf(lists.ours, runs.ours);
  const theirs = textOf(lists.theirs, runs.theirs);
  const starts = startsOf(merge, runs, options);
  const response = options.resolve({ base, ours, theirs, pieces, level: level.name, starts });
  for (const piece of piecesOf(lists.ours, runs.ours)) options.onPiece?.(piece);
  switch (response?.choice) {
    case 'theirs':
      return theirs;
    case 'both':
      return [ours, theirs]
        .filter((text) => text !== '')
        .join(options.newline.repeat(SEPARATORS[level.name] ?? 0));
    case 'text':
      return response.text
        .replace(/^(?:[ \t]*[\r\n])+/, '')
        .trimEnd()
        .replace(/\r\n|\n|\r/g, options.newline);
    default:
      return ours;
  }
}

/** Where some runs begin in the versions of the whole source. */
function startsOf({ lists }: PieceMerge, runs: Sides<Run>, { starts }: WriteOptions): Sides<number> {
  const startOf = (version: keyof Sides<number>): number =>
    (starts?.[version] ?? 0) + (offsetsOf(lists[version])[runs[version].start] ?? 0);
  return { base: startOf('base'), ours: startOf('ours'), theirs: startOf('theirs') };
}

const knownOffsets = new WeakMap<PieceList, readonly number[]>();

function offsetsOf(list: PieceList): readonly number[] {
  const known = knownOffsets.get(list);
  if (known) return known;
  let position = 0;
  const offsets = list.pieces.map(({ lead, text }) => {
    const start = position + lead.length;
    position = start + text.length;
    return start;
  });
  knownOffsets.set(list, offsets);
  return offsets;
}

function isUnchanged({ lists }: PieceMerge, { runs, resolution }: Chunk): boolean {
  if (resolution.kind !== 'side') return false;
  const texts = [
    textOf(lists.base, runs.base),
    textOf(lists.ours, runs.ours),
    textOf(lists.theirs, runs.theirs),
  ];
  return texts[0] === texts[1] && texts[0] === texts[2];
}

interface Gaps {
  before(chunk: Chunk, isChanged: boolean): string;
  pass(chunk: Chunk, isWritten: boolean, isChanged: boolean): void;
  tail(): string;
  isContested(): boolean;
}

const VERSIONS = ['base', 'ours', 'theirs'] as const;

/** Chooses the blank text between chunks: as a side has it between the same two, if one does. */
function createGaps({ lists, level }: PieceMerge, { newline, isSpaced }: WriteOptions): Gaps {
  const last: Partial<Sides<Chunk>> = {};
  let previous: Chunk | undefined;
  let wasChanged = false;
  let isContested = false;
  const separator = newline.repeat(SEPARATORS[level.name] ?? 0);

  const choose = (leads: Partial<Sides<string>>, isAtEnd: boolean): string => {
    const near: Partial<Sides<string>> = {};
    for (const version of VERSIONS) {
      const lead = leads[version];
      if (lead !== undefined && last[version] === previous) near[version] = lead;
    }
    isContested ||= isContestedBlank(near);
    const known = mergeLeads(near);
    if (known !== undefined) return known;
    const far = VERSIONS.flatMap((version) => leads[version] ?? []);
    if (!previous || isAtEnd) return longest(far.filter((lead) => isAtEnd || !lead.includes('\n')));
    const lead = longest(far);
    return lead === '' ? separator : lead;
  };

  return {
    before({ runs }, isChanged) {
      const leads: Partial<Sides<string>> = {};
      for (const version of VERSIONS)
        if (runs[version].end > runs[version].start)
          leads[version] = lists[version].pieces[runs[version].start]?.lead ?? '';
      const lead = choose(leads, false);
      if (!isSpaced || !previous || !(isChanged || wasChanged)) return lead;
      return /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/.test(lead)
        ? lead
        : lead + (/[\r\n]/.test(lead) ? newline : newline + newline);
    },
    pass(chunk, isWritten, isChanged) {
      for (const version of VERSIONS)
        if (chunk.runs[version].end > chunk.runs[version].start) last[version] = chunk;
      if (!isWritten) return;
      previous = chunk;
      wasChanged = isChanged;
    },
    isContested: () => isContested,
    tail: () => choose({ base: lists.base.tail, ours: lists.ours.tail, theirs: lists.theirs.tail }, true),
  };
}

/** The side that changed, or the longer one if both changed. */
function mergeLeads({ base, ours, theirs }: Partial<Sides<string>>): string | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : longest([ours, theirs]);
}

/** Whether both sides changed a blank text, and not only its width. */
function isContestedBlank({ base, ours, theirs }: Partial<Sides<string>>): boolean {
  if (base === undefined || ours === undefined || theirs === undefined) return false;
  if (ours === theirs || theirs === base || ours === base) return false;
  return [ours, theirs].some((blank) => blank === '' || /[\r\n]/.test(blank));
}

/** The longest; of equally long ones the first in the order of characters, whichever side it is from. */
const longest = (leads: readonly string[]): string =>
  [...leads].sort((left, right) => right.length - left.length || (left < right ? -1 : 1))[0] ?? '';
