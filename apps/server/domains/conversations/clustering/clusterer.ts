import { hasConcepts } from './features.ts';
import { Neighbours } from './neighbours.ts';
import { addVector, heaviest, normalized, type SparseVector, scaled } from './sparse-vector.ts';
import { countIssue, rarityOf, type TermRarity } from './term-rarity.ts';

/** A cluster of issues about the same subject. */
export interface ClusterState {
  /** Numbers are given in the order in which clusters began, and never reused. */
  number: number;
  /** The number of its issues. */
  size: number;
  /** The sum of the features of its issues, not yet weighted by rarity. */
  sum: SparseVector;
}

/** The state of the clustering of one organization. */
export interface ClusteringState {
  rarity: TermRarity;
  clusters: Map<number, ClusterState>;
  nextNumber: number;
}

interface Thresholds {
  /** The similarity from which an issue belongs to a cluster. */
  join: number;
  /** The similarity from which two clusters are merged. */
  merge: number;
}

/** From docs/decisions/clusters.md: measured on the labelled messages in bench/. */
const THRESHOLDS: Thresholds = { join: 0.2, merge: 0.25 };
/** If one of the two has only words, as in a language without known concepts, they have less in common by chance. */
const THRESHOLDS_OF_WORDS: Thresholds = { join: 0.12, merge: 0.2 };

const thresholdsOf = (one: SparseVector, other: SparseVector): Thresholds =>
  hasConcepts(one) && hasConcepts(other) ? THRESHOLDS : THRESHOLDS_OF_WORDS;

/** One more issue changes a large cluster little, so it is compared only after it has grown by an eighth. */
const mayHaveGrownTogether = (size: number): boolean => size <= 8 || size % Math.ceil(size / 8) === 0;

/** A sum that has more features than the maximum is cut to the second size. */
const MAX_SUM_SIZE = 600;
const KEPT_SUM_SIZE = 400;

export interface Placement {
  cluster: number;
  /** The younger clusters that became part of it. */
  merged: number[];
}

/**
 * Places issues one after the other: each joins the most similar cluster, or begins a new one. A cluster that has grown
 * may be merged with another one, and the older number remains. The result depends only on the state and the order of
 * the issues, not on their division into calls.
 */
export class Clusterer {
  readonly #state: ClusteringState;
  #neighbours = new Neighbours<number>();

  constructor(state: ClusteringState) {
    this.#state = state;
    this.#weighAll();
  }

  add(features: SparseVector): Placement {
    const { clusters, rarity } = this.#state;
    const number = this.#findCluster(features) ?? this.#begin();
    const cluster = clusters.get(number) as ClusterState;
    cluster.size += 1;
    addVector(cluster.sum, features);
    this.#refresh(cluster);
    const placement = mayHaveGrownTogether(cluster.size)
      ? this.#mergeAround(cluster)
      : { cluster: number, merged: [] };
    if (countIssue(rarity, features)) this.#weighAll();
    return placement;
  }

  /** Replaces the features of an issue, which stays in its cluster. */
  renew(number: number, former: SparseVector, features: SparseVector): void {
    const cluster = this.#state.clusters.get(number);
    if (!cluster) return;
    addVector(cluster.sum, former, -1);
    addVector(cluster.sum, features);
    this.#refresh(cluster);
    if (countIssue(this.#state.rarity, features)) this.#weighAll();
  }

  /** Removes an issue from its cluster, because its text changed. */
  remove(number: number, features: SparseVector): void {
    const cluster = this.#state.clusters.get(number);
    if (!cluster) return;
    cluster.size -= 1;
    addVector(cluster.sum, features, -1);
    this.#refresh(cluster);
  }

  #findCluster(features: SparseVector): number | undefined {
    const vector = this.#weigh(features);
    const nearest = this.#neighbours.findNearest(vector);
    if (!nearest) return undefined;
    const { join } = thresholdsOf(vector, this.#neighbours.get(nearest.key) as SparseVector);
    return nearest.similarity >= join ? nearest.key : undefined;
  }

  #begin(): number {
    const number = this.#state.nextNumber;
    this.#state.nextNumber += 1;
    this.#state.clusters.set(number, { number, size: 0, sum: new Map() });
    return number;
  }

  #mergeAround(grown: ClusterState): Placement {
    const { clusters } = this.#state;
    const merged: number[] = [];
    let cluster = grown;
    while (cluster.size > 1) {
      const own = cluster.number;
      const vector = this.#neighbours.get(own) as SparseVector;
      const nearest = this.#neighbours.findNearest(vector, (key) => key !== own);
      if (!nearest) break;
      const { merge } = thresholdsOf(vector, this.#neighbours.get(nearest.key) as SparseVector);
      if (nearest.similarity < merge) break;
      const other = clusters.get(nearest.key) as ClusterState;
      const [older, younger] = other.number < own ? [other, cluster] : [cluster, other];
      older.size += younger.size;
      addVector(older.sum, younger.sum);
      clusters.delete(younger.number);
      this.#neighbours.delete(younger.number);
      this.#refresh(older);
      merged.push(younger.number);
      cluster = older;
    }
    return { cluster: cluster.number, merged };
  }

  #refresh(cluster: ClusterState): void {
    if (cluster.sum.size > MAX_SUM_SIZE) {
      const kept = heaviest(this.#scale(cluster.sum), KEPT_SUM_SIZE);
      for (const dimension of [...cluster.sum.keys()])
        if (!kept.has(dimension)) cluster.sum.delete(dimension);
    }
    this.#neighbours.set(cluster.number, this.#weigh(cluster.sum));
  }

  #weighAll(): void {
    this.#neighbours = new Neighbours();
    for (const cluster of this.#state.clusters.values())
      this.#neighbours.set(cluster.number, this.#weigh(cluster.sum));
  }

  #scale(features: SparseVector): SparseVector {
    return scaled(features, (dimension) => rarityOf(this.#state.rarity, dimension));
  }

  #weigh(features: SparseVector): SparseVector {
    return normalized(this.#scale(features));
  }
}
