import { findBestPairs } from '@lectern/markdown/best-pairs';
import { appendTo } from '@lectern/std/long-lists';
import { alignLongest, alignSequences } from './align-sequences.ts';
import { keyOf, type Piece } from './pieces.ts';
import { isWord } from './split-words.ts';

/** Pieces `baseStart` to `baseEnd` of the base that a side replaced by its pieces `start` to `end`, ends excluded. */
export interface Hunk {
  baseStart: number;
  baseEnd: number;
  start: number;
  end: number;
  /** A heading and what follows it were removed: what others add after it has lost its section. */
  removesSection: boolean;
  /** The piece of the side that the only piece removed is now. */
  movedTo?: number;
  /** The places in the side of pieces that a removed section does not take along, by their places in the base. */
  movedOut?: ReadonlyMap<number, number>;
}

/** The alternatives if equal pieces allow a change to be at several places: the last or the first of them. */
type Slide = 'down' | 'up';

interface Versions {
  base: readonly Piece[];
  side: readonly Piece[];
}

export interface FindHunksOptions {
  /** Makes one hunk of everything between two unchanged pieces. */
  slide?: Slide | undefined;
  /** Pairs as many equal pieces as possible, instead of starting with those that occur once. */
  pairsMost?: boolean;
  /** Takes a section that was moved for one that was removed, which is what happened where it had been. */
  removesMovedSections?: boolean;
  /** Makes one change of several with fewer words between them than either has. */
  joinsNear?: boolean | undefined;
}

/**
 * Returns what a side changed, in order. Without `slide`, each piece that was edited, moved or removed is a hunk of its
 * own, as far as pieces can be recognized.
 */
export function findHunks({ base, side }: Versions, options: FindHunksOptions = {}): Hunk[] {
  const { slide, pairsMost } = options;
  const align = pairsMost ? alignLongest : alignSequences;
  const pairs = align(base.map(keyOf), side.map(keyOf));
  const pieces: DividedPieces = {
    base,
    side,
    moves: slide ? NO_MOVES : findMoves({ base, side }, pairs),
    ...options,
  };
  const hunks: Hunk[] = [];
  let baseStart = 0;
  let start = 0;
  const close = (baseEnd: number, end: number): void => {
    if (baseEnd === baseStart && end === start) return;
    const hunk = { baseStart, baseEnd, start, end, removesSection: false };
    if (slide) hunks.push(hunk);
    else appendTo(hunks, divide(pieces, hunk));
  };
  for (let i = 0; i < side.length; i++) {
    const pair = pairs[i] as number;
    if (pair < 0) continue;
    close(pair, i);
    baseStart = pair + 1;
    start = i + 1;
    if (base[pair]?.text !== side[i]?.text)
      hunks.push({ baseStart: pair, baseEnd: baseStart, start: i, end: start, removesSection: false });
  }
  close(base.length, side.length);
  if (!slide) return hunks;
  const slid = slideHunks(hunks, { base, side, slide });
  return options.joinsNear ? joinNear(slid, { base, side }) : slid;
}

interface SlideInput {
  base: readonly Piece[];
  side: readonly Piece[];
  slide: Slide;
}

/** Moves pure insertions and deletions as far as equal pieces and the hunks beside them allow. */
function slideHunks(hunks: Hunk[], { base, side, slide }: SlideInput): Hunk[] {
  const isDown = slide === 'down';
  const order = isDown ? [...hunks].reverse() : hunks;
  const slid: Hunk[] = [];
  for (const hunk of order) {
    const beside = slid.at(-1);
    const isDeletion = hunk.start === hunk.end;
    if (!isDeletion && hunk.baseStart !== hunk.baseEnd) {
      slid.push(hunk);
      continue;
    }
    const [pieces, start, end] = isDeletion
      ? [base, hunk.baseStart, hunk.baseEnd]
      : [side, hunk.start, hunk.end];
    const room = isDown
      ? (beside?.baseStart ?? base.length) - hunk.baseEnd
      : hunk.baseStart - (beside?.baseEnd ?? 0);
    // A hunk that touches the next one belongs to it.
    const maximum = beside ? room - 1 : room;
    let by = 0;
    const isEqualAt = (at: number): boolean =>
      isDown
        ? pieces[start + at]?.text === pieces[end + at]?.text
        : pieces[end - 1 - at]?.text === pieces[start - 1 - at]?.text;
    while (by < maximum && isEqualAt(by)) by++;
    const shift = isDown ? by : -by;
    slid.push({
      ...hunk,
      baseStart: hunk.baseStart + shift,
      baseEnd: hunk.baseEnd + shift,
      start: hunk.start + shift,
      end: hunk.end + shift,
    });
  }
  return isDown ? slid.reverse() : slid;
}

/**
 * Joins changes in one line between which fewer words stayed than either of them has: a sentence that was written anew
 * shares some words with the old one by chance. Where words were only added, nothing was written anew.
 */
function joinNear(hunks: readonly Hunk[], { base, side }: Versions): Hunk[] {
  const countWords = (pieces: readonly Piece[], start: number, end: number): number => {
    let count = 0;
    for (let at = start; at < end; at++) if (isWord((pieces[at] as Piece).text)) count++;
    return count;
  };
  const sizeOf = ({ baseStart, baseEnd, start, end }: Hunk): number =>
    Math.max(countWords(base, baseStart, baseEnd), countWords(side, start, end));
  const joined: Hunk[] = [];
  let size = 0;
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const own = sizeOf(hunk);
    const kept = last ? base.slice(last.baseEnd, hunk.baseStart) : [];
    const stayed = countWords(kept, 0, kept.length);
    const isOneLine = [...kept, base[hunk.baseStart]].every((piece) => !/[\r\n]/.test(piece?.lead ?? ''));
    const isAddition = last && last.baseStart === last.baseEnd && hunk.baseStart === hunk.baseEnd;
    if (last && !isAddition && stayed < Math.min(size, own) && isOneLine) {
      joined[joined.length - 1] = { ...last, baseEnd: hunk.baseEnd, end: hunk.end };
      size += stayed + own;
      continue;
    }
    joined.push(hunk);
    size = own;
  }
  return joined;
}

/** Where pieces went that a side moved: by their place in the base, and by their place in the side. */
interface Moves {
  to: ReadonlyMap<number, number>;
  from: ReadonlyMap<number, number>;
}

const NO_MOVES: Moves = { to: new Map(), from: new Map() };

interface DividedPieces extends Versions {
  moves: Moves;
  removesMovedSections?: boolean;
}

/** Finds the pieces that occur once in each version, but outside the pairs of equal pieces. */
function findMoves({ base, side }: Versions, pairs: Int32Array): Moves {
  const paired = new Set(pairs);
  const inSide = positionsOfSingles(side);
  const to = new Map<number, number>();
  const from = new Map<number, number>();
  for (const [text, at] of positionsOfSingles(base)) {
    const now = inSide.get(text) ?? -1;
    if (at < 0 || now < 0 || paired.has(at)) continue;
    to.set(at, now);
    from.set(now, at);
  }
  return { to, from };
}

/** The place of each piece by its text, or -1 if it has several. */
function positionsOfSingles(pieces: readonly Piece[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [at, piece] of pieces.entries())
    positions.set(keyOf(piece), positions.has(keyOf(piece)) ? -1 : at);
  return positions;
}

function divide(pieces: DividedPieces, hunk: Hunk): Hunk[] {
  const divided: Hunk[] = [];
  let { baseStart, start } = hunk;
  for (const [baseAt, at] of pairEdited(pieces, hunk)) {
    appendTo(divided, divideUnlike(pieces, { ...hunk, baseStart, baseEnd: baseAt, start, end: at }));
    divided.push({ ...hunk, baseStart: baseAt, baseEnd: baseAt + 1, start: at, end: at + 1 });
    baseStart = baseAt + 1;
    start = at + 1;
  }
  appendTo(divided, divideUnlike(pieces, { ...hunk, baseStart, start }));
  return divided;
}

/** Divides a hunk in which no piece resembles another: what was moved at its ends is separate from the rest. */
function divideUnlike(pieces: DividedPieces, hunk: Hunk): Hunk[] {
  if (removesSection(pieces, hunk)) return [{ ...hunk, removesSection: true, ...movesOutOf(pieces, hunk) }];
  const { to, from } = pieces.moves;
  let { baseStart, baseEnd, start, end } = hunk;
  while (baseStart < baseEnd && to.has(baseStart)) baseStart++;
  const before = divideRemoved(pieces, { ...hunk, baseEnd: baseStart, end: start });
  if (baseStart === baseEnd) return [...before, ...keepUnlessEmpty({ ...hunk, baseStart })];
  while (start < end && from.has(start)) start++;
  while (to.has(baseEnd - 1)) baseEnd--;
  while (start < end && from.has(end - 1)) end--;
  return [
    ...before,
    ...keepUnlessEmpty({ ...hunk, baseStart, baseEnd: baseStart, end: start }),
    ...divideRest(pieces, { ...hunk, baseStart, baseEnd, start, end }),
    ...divideRemoved(pieces, { ...hunk, baseStart: baseEnd, start: end, end }),
    ...keepUnlessEmpty({ ...hunk, baseStart: hunk.baseEnd, start: end }),
  ];
}

const keepUnlessEmpty = (hunk: Hunk): Hunk[] =>
  hunk.baseEnd > hunk.baseStart || hunk.end > hunk.start ? [hunk] : [];

/** Whether a hunk removes a heading with what follows it, unless both are elsewhere in the other version. */
function removesSection({ base, moves, removesMovedSections }: DividedPieces, hunk: Hunk): boolean {
  if (hunk.end > hunk.start) return false;
  const removed = base.slice(hunk.baseStart, hunk.baseEnd);
  if (!removed.some(({ heading }) => heading !== undefined)) return false;
  if (removesMovedSections) return true;
  return removed.some((piece, i) => {
    const movedTo = moves.to.get(hunk.baseStart + i);
    if (movedTo === undefined) return true;
    const isTorn = i > 0 && movedTo - 1 !== moves.to.get(hunk.baseStart + i - 1);
    return isTorn && piece.heading === undefined;
  });
}

function movesOutOf({ moves, removesMovedSections }: DividedPieces, hunk: Hunk): Pick<Hunk, 'movedOut'> {
  if (removesMovedSections) return {};
  const movedOut = new Map<number, number>();
  for (let at = hunk.baseStart; at < hunk.baseEnd; at++) {
    const movedTo = moves.to.get(at);
    if (movedTo !== undefined) movedOut.set(at, movedTo);
  }
  return movedOut.size > 0 ? { movedOut } : {};
}

/** Makes a hunk of each piece that is gone from its place. */
function divideRemoved({ moves }: DividedPieces, hunk: Hunk): Hunk[] {
  const { baseStart, baseEnd } = hunk;
  return Array.from({ length: baseEnd - baseStart }, (_, i) => {
    const movedTo = moves.to.get(baseStart + i);
    const removed = { ...hunk, baseStart: baseStart + i, baseEnd: baseStart + i + 1 };
    return movedTo === undefined ? removed : { ...removed, movedTo };
  });
}

function divideRest(pieces: DividedPieces, hunk: Hunk): Hunk[] {
  const { baseStart, baseEnd, start, end } = hunk;
  const added = end - start;
  if (added === 0) return divideRemoved(pieces, hunk);
  if (added !== baseEnd - baseStart) return [hunk];
  return Array.from({ length: added }, (_, i) => ({
    ...hunk,
    baseStart: baseStart + i,
    baseEnd: baseStart + i + 1,
    start: start + i,
    end: start + i + 1,
  }));
}

/** Above this number of pairs, pieces are not compared with each other. */
const MAX_PAIRS = 400;
/** The similarity from which one text counts as an edit of another. */
const MIN_LIKENESS = 0.35;

/** Pairs the pieces of a hunk that were edited with what they were, in order. */
function pairEdited({ base, side, moves }: DividedPieces, hunk: Hunk): [number, number][] {
  const { baseStart, baseEnd, start, end } = hunk;
  const height = baseEnd - baseStart;
  const width = end - start;
  if (height === 0 || width === 0 || height * width > MAX_PAIRS) return [];
  // A part that is now elsewhere, or was elsewhere before, is not an edit of the part that was here.
  const isMoved = (row: number, column: number): boolean =>
    moves.to.has(baseStart + row) || moves.from.has(start + column);
  if (height === 1 && width === 1) return isMoved(0, 0) ? [] : [[baseStart, start]];
  const old = base.slice(baseStart, baseEnd).map(toWords);
  const now = side.slice(start, end).map(toWords);
  const gainOf = (row: number, column: number): number => {
    if (isMoved(row, column)) return 0;
    const likeness = likenessOf(old[row] as Words, now[column] as Words);
    return likeness < MIN_LIKENESS ? 0 : likeness;
  };
  return findBestPairs({ height, width }, gainOf).map(([row, column]) => [baseStart + row, start + column]);
}

interface Words {
  piece: Piece;
  words: Set<string>;
}

const toWords = (piece: Piece): Words => ({
  piece,
  words: new Set(piece.text.toLowerCase().match(/[\p{L}\p{N}]+/gu)),
});

/** From 0 to 1. */
function likenessOf(left: Words, right: Words): number {
  const identities = [left.piece.identity, right.piece.identity];
  if (identities[0] !== undefined && identities[1] !== undefined)
    return identities[0] === identities[1] ? 1 : 0;
  const [few, many] =
    left.words.size < right.words.size ? [left.words, right.words] : [right.words, left.words];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  return (2 * shared) / (few.size + many.size);
}
