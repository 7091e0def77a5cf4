import { splitWords } from './compare-words.ts';

/** Above this number of pairs, elements are not compared with each other but paired in their order. */
const MAX_PAIRS = 400;
/** How much of two texts must be equal for one to be an edit of the other. */
const MIN_LIKENESS = 0.3;

/** Something that was edited, added or removed, with its text. */
export interface Candidate {
  /** Elements of different kinds are never paired. */
  kind: string;
  text: string;
}

/** Pairs the elements of two short sequences that were probably edited, in order: indexes into `left` and `right`. */
export function pairSimilar(
  left: readonly Candidate[],
  right: readonly Candidate[],
): [left: number, right: number][] {
  if (left.length === 0 || right.length === 0) return [];
  if (left.length === right.length && (left.length === 1 || left.length * right.length > MAX_PAIRS))
    return pairInOrder(left, right);
  if (left.length * right.length > MAX_PAIRS) return [];
  const [old, current] = [left.map(toWords), right.map(toWords)];
  const gain = (row: number, column: number): number => {
    if (left[row]?.kind !== right[column]?.kind) return 0;
    const likeness = likenessOf(old[row] as Set<string>, current[column] as Set<string>);
    return likeness < MIN_LIKENESS ? 0 : likeness;
  };
  return findBestPairs({ height: left.length, width: right.length }, gain);
}

function pairInOrder(left: readonly Candidate[], right: readonly Candidate[]): [number, number][] {
  return left.flatMap(({ kind }, index) => (right[index]?.kind === kind ? [[index, index]] : []));
}

/** The pairs that do not cross and gain most together. */
function findBestPairs(
  { height, width }: { height: number; width: number },
  gainOf: (row: number, column: number) => number,
): [number, number][] {
  const gains = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => gainOf(row, column)),
  );
  const gain = (row: number, column: number): number => gains[row]?.[column] ?? 0;
  const best = Array.from({ length: height + 1 }, () => new Float64Array(width + 1));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = height - 1; row >= 0; row--)
    for (let column = width - 1; column >= 0; column--) {
      const paired = gain(row, column) === 0 ? 0 : gain(row, column) + at(row + 1, column + 1);
      (best[row] as Float64Array)[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < height && column < width; ) {
    const value = gain(row, column);
    if (value > 0 && at(row, column) === value + at(row + 1, column + 1)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

const toWords = ({ text }: Candidate): Set<string> =>
  new Set(splitWords(text.toLowerCase()).filter((word) => /[\p{L}\p{N}]/u.test(word)));

/** From 0 to 1. */
function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  return (2 * shared) / (few.size + many.size);
}
