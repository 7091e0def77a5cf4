import { heaviest, type SparseVector } from './sparse-vector.ts';

/** A vector is found by this many of its heaviest entries; all of them are used for the comparison. */
const FOUND_BY = 32;
/** The maximum number of found clusters that are compared in full. */
const MAX_COMPARED = 16;

export interface Neighbour<Key> {
  key: Key;
  /** The cosine, from 0 to 1. */
  similarity: number;
}

/** An index of vectors of length 1 by their heaviest entries. A search reads only vectors that share such an entry. */
export class Neighbours<Key extends number> {
  readonly #vectors = new Map<Key, { vector: SparseVector; heavy: SparseVector }>();
  readonly #byDimension = new Map<number, Map<Key, number>>();

  set(key: Key, vector: SparseVector): void {
    this.delete(key);
    const heavy = heaviest(vector, FOUND_BY);
    this.#vectors.set(key, { vector, heavy });
    for (const [dimension, weight] of heavy) {
      const keys = this.#byDimension.get(dimension) ?? new Map<Key, number>();
      this.#byDimension.set(dimension, keys.set(key, weight));
    }
  }

  delete(key: Key): void {
    const kept = this.#vectors.get(key);
    if (!kept) return;
    this.#vectors.delete(key);
    for (const dimension of kept.heavy.keys()) this.#byDimension.get(dimension)?.delete(key);
  }

  get(key: Key): SparseVector | undefined {
    return this.#vectors.get(key)?.vector;
  }

  /** Finds the most similar vector; of equally similar ones, the one with the lowest key. */
  findNearest(
    vector: SparseVector,
    isCandidate: (key: Key) => boolean = () => true,
  ): Neighbour<Key> | undefined {
    let best: Neighbour<Key> | undefined;
    for (const key of this.#listSharing(vector, isCandidate)) {
      const similarity = dot(vector, this.get(key) as SparseVector);
      if (!best || similarity > best.similarity || (similarity === best.similarity && key < best.key))
        best = { key, similarity };
    }
    return best;
  }

  #listSharing(vector: SparseVector, isCandidate: (key: Key) => boolean): Key[] {
    const shared = new Map<Key, number>();
    for (const [dimension, weight] of heaviest(vector, FOUND_BY))
      for (const [key, other] of this.#byDimension.get(dimension) ?? [])
        if (isCandidate(key)) shared.set(key, (shared.get(key) ?? 0) + weight * other);
    return [...shared]
      .sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB)
      .slice(0, MAX_COMPARED)
      .map(([key]) => key);
  }
}

export function dot(one: SparseVector, other: SparseVector): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [dimension, weight] of small) sum += weight * (large.get(dimension) ?? 0);
  return sum;
}
