import type { SparseVector } from './sparse-vector.ts';

/**
 * The number of issues with each feature, by dimension. Comparisons use the frozen counts, which are updated when the
 * number of issues has grown by a quarter: until then, the features of a text have the same weights.
 */
export interface TermRarity {
  issues: number;
  counts: SparseVector;
  frozenIssues: number;
  frozenCounts: SparseVector;
}

const GROWTH = 1.25;
/** Added to the number of issues, because the first few do not show which features are rare. */
const PRIOR_ISSUES = 40;
const PRIOR_COUNT = 1.5;
/** If there are more dimensions, features of only one issue are removed. */
const MAX_DIMENSIONS = 150_000;

/** Counts an issue. Returns whether the frozen counts were renewed. */
export function countIssue(rarity: TermRarity, features: SparseVector): boolean {
  rarity.issues += 1;
  for (const dimension of features.keys())
    rarity.counts.set(dimension, (rarity.counts.get(dimension) ?? 0) + 1);
  if (rarity.issues < Math.max(8, rarity.frozenIssues * GROWTH)) return false;
  if (rarity.counts.size > MAX_DIMENSIONS)
    for (const [dimension, count] of rarity.counts) if (count < 2) rarity.counts.delete(dimension);
  rarity.frozenIssues = rarity.issues;
  rarity.frozenCounts = new Map(rarity.counts);
  return true;
}

/** The weight of a feature: the fewer issues have it, the more. */
export function rarityOf({ frozenIssues, frozenCounts }: TermRarity, dimension: number): number {
  const count = frozenCounts.get(dimension) ?? 0;
  return Math.max(0, Math.log((frozenIssues + PRIOR_ISSUES) / (count + PRIOR_COUNT)));
}

/** Sorted dimensions as gaps, each followed by its count, in variable-length numbers. */
export function encodeCounts(counts: SparseVector): Buffer {
  const bytes: number[] = [];
  const write = (number: number): void => {
    let rest = number;
    while (rest >= 0x80) {
      bytes.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  let last = 0;
  for (const [dimension, count] of [...counts].sort(([a], [b]) => a - b)) {
    write(dimension - last);
    write(count);
    last = dimension;
  }
  return Buffer.from(bytes);
}

export function decodeCounts(bytes: Uint8Array): SparseVector {
  let at = 0;
  const read = (): number => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] as number;
      at += 1;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
  };
  const counts: SparseVector = new Map();
  let dimension = 0;
  while (at < bytes.length) {
    dimension += read();
    counts.set(dimension, read());
  }
  return counts;
}
