import type { SparseVector } from './sparse-vector.ts';
import type { TermRarity } from './term-rarity.ts';

/** How well clusters match labels: `assigned[i]` and `labels[i]` belong to one item. */
export function measureClusters(assigned: readonly (number | string)[], labels: readonly string[]) {
  const pairs = new Map<string, number>();
  const ofCluster = countBy(assigned.map(String));
  const ofLabel = countBy(labels);
  for (const [at, label] of labels.entries()) {
    const key = `${assigned[at]}\n${label}`;
    pairs.set(key, (pairs.get(key) ?? 0) + 1);
  }
  const best = new Map<string, number>();
  for (const [key, count] of pairs) {
    const cluster = key.slice(0, key.indexOf('\n'));
    best.set(cluster, Math.max(best.get(cluster) ?? 0, count));
  }
  const n = labels.length;
  const purity = [...best.values()].reduce((sum, count) => sum + count, 0) / n;
  const together = sumOfPairs(pairs);
  const precision = together / Math.max(1, sumOfPairs(ofCluster));
  const recall = together / Math.max(1, sumOfPairs(ofLabel));
  return {
    clusters: ofCluster.size,
    purity,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** How far two runs agree on which items belong together: the F1 of their pairs, 1 if they are the same. */
export const measureAgreement = (one: readonly number[], other: readonly number[]): number =>
  measureClusters(one, other.map(String)).f1;

/** Returns the share of the pairs in the same cluster before that are in the same cluster after. */
export function measureStability(before: readonly (number | string)[], after: readonly (number | string)[]) {
  let together = 0;
  let kept = 0;
  for (let i = 0; i < before.length; i += 1)
    for (let j = 0; j < i; j += 1)
      if (before[i] === before[j]) {
        together += 1;
        if (after[i] === after[j]) kept += 1;
      }
  return together === 0 ? 1 : kept / together;
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const sumOfPairs = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);

/** Spherical k-means with the seeds of k-means++: the plain baseline, which must be told the number of clusters. */
export function kMeans(vectors: readonly SparseVector[], k: number, random: () => number): number[] {
  const dot = (a: SparseVector, b: SparseVector): number => {
    let sum = 0;
    for (const [dimension, weight] of a) sum += weight * (b.get(dimension) ?? 0);
    return sum;
  };
  let centres = [vectors[Math.floor(random() * vectors.length)] as SparseVector];
  while (centres.length < k) {
    const distances = vectors.map((vector) => 1 - Math.max(...centres.map((centre) => dot(vector, centre))));
    let at = random() * distances.reduce((sum, distance) => sum + distance, 0);
    let chosen = 0;
    while (chosen < vectors.length - 1 && at > (distances[chosen] as number)) {
      at -= distances[chosen] as number;
      chosen += 1;
    }
    centres.push(vectors[chosen] as SparseVector);
  }
  let assigned: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const next = vectors.map((vector) => {
      const similarities = centres.map((centre) => dot(vector, centre));
      return similarities.indexOf(Math.max(...similarities));
    });
    if (next.every((cluster, i) => cluster === assigned[i])) break;
    assigned = next;
    centres = centres.map((centre, cluster) => {
      const sum: SparseVector = new Map();
      for (const [i, vector] of vectors.entries())
        if (assigned[i] === cluster)
          for (const [dimension, weight] of vector) sum.set(dimension, (sum.get(dimension) ?? 0) + weight);
      const length = Math.sqrt([...sum.values()].reduce((total, weight) => total + weight * weight, 0));
      return length === 0
        ? centre
        : new Map([...sum].map(([dimension, weight]) => [dimension, weight / length]));
    });
  }
  return assigned;
}

export const newTermRarity = (): TermRarity => ({
  issues: 0,
  counts: new Map(),
  frozenIssues: 0,
  frozenCounts: new Map(),
});
