import { findBestPairs } from './best-pairs.ts';
import { matchSequences } from './sequence-diff.ts';

/** The features by which two things are compared when they are aligned. */
export interface Comparable {
  kind: string;
  /** Equal for equal things. */
  identity: string;
  /** How often each word occurs. */
  words: ReadonlyMap<string, number>;
}

/** The pairs of a gap that are compared; in larger gaps only what is equal is found. */
const MAX_PAIRS = 20_000;
/** The words of one thing that are compared. */
const MAX_WORDS = 500;
/** The similarity that two things of one kind, or of different kinds, need to count as the same. */
const ENOUGH = 0.3;
const ENOUGH_ELSEWHERE = 0.6;
const OTHER_KIND = 0.8;

export function wordsOf(text: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  let count = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1);
    count += 1;
    if (count === MAX_WORDS) break;
  }
  return words;
}

/**
 * Returns for each of `old` the index of what it has become in `current`, or -1 if it is gone: what is equal and in
 * order, what is equal and moved, what is similar between the same neighbors, and what is very similar elsewhere. If
 * one thing of a kind has the place of another one of that kind, it is the same, whatever its text.
 */
export function alignSimilar(old: readonly Comparable[], current: readonly Comparable[]): Int32Array {
  const result = new Int32Array(old.length).fill(-1);
  const taken = new Uint8Array(current.length);
  const pair = (left: number, right: number): void => {
    result[left] = right;
    taken[right] = 1;
  };
  const matches = matchSequences(
    old.map(({ identity }) => identity),
    current.map(({ identity }) => identity),
  );
  for (const [right, left] of matches.entries()) if (left >= 0) pair(left, right);
  const anchors = [...result];
  pairMoved(old, current, { result, taken, pair });
  for (const gap of gapsOf(anchors, current.length)) {
    const left = gap.old.filter((index) => result[index] === -1);
    const right = gap.current.filter((index) => !taken[index]);
    pairSimilar(old, current, { left, right, pair });
    pairOnly(
      old,
      current,
      left.filter((index) => result[index] === -1),
      right.filter((index) => !taken[index]),
      pair,
    );
  }
  pairElsewhere(old, current, { result, taken, pair });
  return result;
}

interface Pairing {
  result: Int32Array;
  taken: Uint8Array;
  pair(left: number, right: number): void;
}

/** Equal things that are in another place: in their order among equals. */
function pairMoved(
  old: readonly Comparable[],
  current: readonly Comparable[],
  { result, taken, pair }: Pairing,
): void {
  const free = new Map<string, number[]>();
  for (const [index, { identity }] of current.entries())
    if (!taken[index]) free.set(identity, [...(free.get(identity) ?? []), index]);
  for (const [index, { identity }] of old.entries()) {
    const right = result[index] === -1 ? free.get(identity)?.shift() : undefined;
    if (right !== undefined) pair(index, right);
  }
}

/** The runs between things that are equal and in order. */
function gapsOf(anchors: readonly number[], length: number): { old: number[]; current: number[] }[] {
  const gaps: { old: number[]; current: number[] }[] = [];
  let run: number[] = [];
  let next = 0;
  const close = (end: number): void => {
    if (run.length > 0) gaps.push({ old: run, current: range(next, end) });
    run = [];
    next = end + 1;
  };
  for (const [index, anchor] of anchors.entries()) {
    if (anchor < 0) run.push(index);
    else close(anchor);
  }
  close(length);
  return gaps;
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);

/** The alignment, in order, whose pairs have the most in common. */
function pairSimilar(
  old: readonly Comparable[],
  current: readonly Comparable[],
  { left, right, pair }: { left: number[]; right: number[]; pair: Pairing['pair'] },
): void {
  const [height, width] = [left.length, right.length];
  if (height * width === 0 || height * width > MAX_PAIRS) return;
  const scoreAt = (row: number, column: number): number =>
    scoreOf(old[left[row] as number] as Comparable, current[right[column] as number] as Comparable);
  for (const [row, column] of findBestPairs({ height, width }, scoreAt))
    pair(left[row] as number, right[column] as number);
}

/** Pairs the only one of a kind before with the only one after. */
function pairOnly(
  old: readonly Comparable[],
  current: readonly Comparable[],
  left: readonly number[],
  right: readonly number[],
  pair: Pairing['pair'],
): void {
  for (const index of left) {
    const { kind } = old[index] as Comparable;
    const alike = right.filter((one) => current[one]?.kind === kind);
    const [only] = alike;
    const isAlone = left.every((one) => one === index || old[one]?.kind !== kind);
    if (isAlone && alike.length === 1 && only !== undefined) pair(index, only);
  }
}

/** Things that moved and were edited at the same time. */
function pairElsewhere(
  old: readonly Comparable[],
  current: readonly Comparable[],
  { result, taken, pair }: Pairing,
): void {
  const left = range(0, old.length).filter((index) => result[index] === -1);
  const right = range(0, current.length).filter((index) => !taken[index]);
  if (left.length * right.length > MAX_PAIRS) return;
  for (const index of left) {
    let best = ENOUGH_ELSEWHERE;
    let found: number | undefined;
    for (const one of right) {
      const score = taken[one] ? 0 : scoreOf(old[index] as Comparable, current[one] as Comparable);
      if (score < best) continue;
      best = score;
      found = one;
    }
    if (found !== undefined) pair(index, found);
  }
}

/** Returns the similarity of two things, from 0 to 1; 0 if they are too different to be the same. */
function scoreOf(left: Comparable, right: Comparable): number {
  const [sizeOfLeft, sizeOfRight] = [sizeOf(left.words), sizeOf(right.words)];
  if (sizeOfLeft + sizeOfRight === 0) return left.kind === right.kind ? ENOUGH : 0;
  let common = 0;
  for (const [word, count] of left.words) common += Math.min(count, right.words.get(word) ?? 0);
  const score = ((2 * common) / (sizeOfLeft + sizeOfRight)) * (left.kind === right.kind ? 1 : OTHER_KIND);
  return score >= ENOUGH ? score : 0;
}

function sizeOf(words: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const count of words.values()) size += count;
  return size;
}
