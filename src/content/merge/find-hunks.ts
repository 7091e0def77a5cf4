import { appendTo } from '../../long-lists.ts';
import { findBestPairs } from '../documents/best-pairs.ts';
import { alignSequences } from './align-sequences.ts';
import type { Piece } from './pieces.ts';

/** Pieces `baseStart` to `baseEnd` of the base that a side replaced by its pieces `start` to `end`, ends excluded. */
export interface Hunk {
  baseStart: number;
  baseEnd: number;
  start: number;
  end: number;
  /** A heading and what follows it were removed: what others add behind it has lost its section. */
  removesSection: boolean;
}

/** What else is possible where equal pieces let a change stand at several places: the last or the first of them. */
export type Slide = 'down' | 'up';

/**
 * Returns what a side changed, in order. With `slide`, everything between two unchanged pieces is one hunk; otherwise
 * each piece that was edited or removed is a hunk of its own, as far as pieces can be recognized.
 */
export function findHunks(base: readonly Piece[], side: readonly Piece[], slide: Slide | undefined): Hunk[] {
  const pairs = alignSequences(
    base.map(({ text }) => text),
    side.map(({ text }) => text),
  );
  const hunks: Hunk[] = [];
  let baseStart = 0;
  let start = 0;
  const close = (baseEnd: number, end: number): void => {
    if (baseEnd === baseStart && end === start) return;
    const hunk = { baseStart, baseEnd, start, end, removesSection: false };
    if (slide) hunks.push(hunk);
    else appendTo(hunks, divide(base, side, hunk));
  };
  for (let i = 0; i < side.length; i++) {
    const pair = pairs[i] as number;
    if (pair < 0) continue;
    close(pair, i);
    baseStart = pair + 1;
    start = i + 1;
  }
  close(base.length, side.length);
  return slide ? slideHunks(hunks, { base, side, slide }) : hunks;
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

function divide(base: readonly Piece[], side: readonly Piece[], hunk: Hunk): Hunk[] {
  const divided: Hunk[] = [];
  let { baseStart, start } = hunk;
  for (const [baseAt, at] of pairEdited(base, side, hunk)) {
    appendTo(divided, divideUnlike(base, { ...hunk, baseStart, baseEnd: baseAt, start, end: at }));
    divided.push({ ...hunk, baseStart: baseAt, baseEnd: baseAt + 1, start: at, end: at + 1 });
    baseStart = baseAt + 1;
    start = at + 1;
  }
  appendTo(divided, divideUnlike(base, { ...hunk, baseStart, start }));
  return divided;
}

/** Divides a hunk in which no piece resembles another. */
function divideUnlike(base: readonly Piece[], hunk: Hunk): Hunk[] {
  const { baseStart, baseEnd, start, end } = hunk;
  const removed = baseEnd - baseStart;
  const added = end - start;
  if (removed === 0 && added === 0) return [];
  const hasHeading = base.slice(baseStart, baseEnd).some(({ heading }) => heading !== undefined);
  if (added === 0 && hasHeading) return [{ ...hunk, removesSection: true }];
  if (added !== 0 && added !== removed) return [hunk];
  return Array.from({ length: removed }, (_, i) => ({
    ...hunk,
    baseStart: baseStart + i,
    baseEnd: baseStart + i + 1,
    start: added === 0 ? start : start + i,
    end: added === 0 ? start : start + i + 1,
  }));
}

/** Above this number of pairs, pieces are not compared with each other. */
const MAX_PAIRS = 400;
/** How much of two texts must be equal for one to be an edit of the other. */
const MIN_LIKENESS = 0.35;

/** Pairs the pieces of a hunk that were edited with what they were, in order. */
function pairEdited(base: readonly Piece[], side: readonly Piece[], hunk: Hunk): [number, number][] {
  const { baseStart, baseEnd, start, end } = hunk;
  const height = baseEnd - baseStart;
  const width = end - start;
  if (height === 0 || width === 0 || height * width > MAX_PAIRS) return [];
  if (height === 1 && width === 1) return [[baseStart, start]];
  const old = base.slice(baseStart, baseEnd).map(toWords);
  const now = side.slice(start, end).map(toWords);
  const gainOf = (row: number, column: number): number => {
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
