import { matchSequences } from '@lectern/markdown/sequence-diff';

/**
 * Returns for each of `right` the index of its equal in `left`, or -1; pairs never cross. Elements that occur once on
 * both sides are paired first, as they are what people recognize; the rest between them by a longest common
 * subsequence. The work grows with the length.
 */
export function alignSequences(left: readonly string[], right: readonly string[]): Int32Array {
  const pairs = new Int32Array(right.length).fill(-1);
  alignRange({ left, right, pairs }, rangesOf(left, right), 0);
  return pairs;
}

/** Aligns by a longest common subsequence alone, as Git does: if elements were moved, others are paired than above. */
export function alignLongest(left: readonly string[], right: readonly string[]): Int32Array {
  const pairs = new Int32Array(right.length).fill(-1);
  alignByTable({ left, right, pairs }, rangesOf(left, right));
  return pairs;
}

const rangesOf = (left: readonly string[], right: readonly string[]): Ranges => ({
  leftStart: 0,
  leftEnd: left.length,
  rightStart: 0,
  rightEnd: right.length,
});

interface Alignment {
  left: readonly string[];
  right: readonly string[];
  pairs: Int32Array;
}

interface Ranges {
  leftStart: number;
  leftEnd: number;
  rightStart: number;
  rightEnd: number;
}

/** Ranges between pairs may hold new elements that occur once; deeper levels rarely find any. */
const MAX_DEPTH = 6;
/** Cells of the table for each element. */
const TABLE_WIDTH = 256;

function alignRange(alignment: Alignment, ranges: Ranges, depth: number): void {
  const { left, right, pairs } = alignment;
  let { leftStart, leftEnd, rightStart, rightEnd } = ranges;
  while (leftStart < leftEnd && rightStart < rightEnd && left[leftStart] === right[rightStart])
    pairs[rightStart++] = leftStart++;
  while (leftEnd > leftStart && rightEnd > rightStart && left[leftEnd - 1] === right[rightEnd - 1])
    pairs[--rightEnd] = --leftEnd;
  if (leftStart === leftEnd || rightStart === rightEnd) return;
  const inner = { leftStart, leftEnd, rightStart, rightEnd };
  const anchors = depth < MAX_DEPTH ? findAnchors(alignment, inner) : [];
  if (anchors.length === 0) {
    alignByTable(alignment, inner);
    return;
  }
  for (const [leftAt, rightAt] of anchors) {
    pairs[rightAt] = leftAt;
    alignRange(alignment, { leftStart, leftEnd: leftAt, rightStart, rightEnd: rightAt }, depth + 1);
    leftStart = leftAt + 1;
    rightStart = rightAt + 1;
  }
  alignRange(alignment, { leftStart, leftEnd, rightStart, rightEnd }, depth + 1);
}

function alignByTable({ left, right, pairs }: Alignment, ranges: Ranges): void {
  const { leftStart, leftEnd, rightStart, rightEnd } = ranges;
  const width = leftEnd - leftStart + (rightEnd - rightStart);
  const matches = matchSequences(
    left.slice(leftStart, leftEnd),
    right.slice(rightStart, rightEnd),
    TABLE_WIDTH * width,
  );
  for (const [offset, match] of matches.entries())
    if (match >= 0) pairs[rightStart + offset] = leftStart + match;
}

/** The longest chain of pairs of elements that occur once on each side. */
function findAnchors({ left, right }: Alignment, ranges: Ranges): [number, number][] {
  const onceLeft = positionsOfSingles(left, ranges.leftStart, ranges.leftEnd);
  const onceRight = positionsOfSingles(right, ranges.rightStart, ranges.rightEnd);
  const pairs: [number, number][] = [];
  for (const [text, rightAt] of onceRight) {
    const leftAt = onceLeft.get(text);
    if (leftAt !== undefined && leftAt >= 0 && rightAt >= 0) pairs.push([leftAt, rightAt]);
  }
  return longestIncreasing(pairs.map(([leftAt]) => leftAt)).map((index) => pairs[index] as [number, number]);
}

/** The position of each element in order of appearance, or -1 if it occurs more than once. */
function positionsOfSingles(texts: readonly string[], start: number, end: number): Map<string, number> {
  const positions = new Map<string, number>();
  for (let i = start; i < end; i++) {
    const text = texts[i] as string;
    positions.set(text, positions.has(text) ? -1 : i);
  }
  return positions;
}

/** Returns the indexes of a longest increasing subsequence. */
export function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1] as number;
    tails[low] = index;
  }
  const chain: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] as number) chain.push(index);
  return chain.reverse();
}
