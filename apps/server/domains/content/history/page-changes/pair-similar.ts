import { findBestPairs } from '@lectern/markdown/best-pairs';
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
