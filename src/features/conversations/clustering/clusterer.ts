import { hasConcepts } from './features.ts';
import { Neighbours } from './neighbours.ts';
import { addVector, heaviest, normalized, type SparseVector, scaled } from './sparse-vector.ts';
import { countIssue, rarityOf, type TermRarity } from './term-rarity.ts';

/** Issues about one thing. */
export interface ClusterState {
  /** In the order in which clusters began; never given twice. */
  number: number;
  /** How many issues it has. */
  size: number;
  /** The sum of the features of its issues, before rare ones count more. */
  sum: SparseVector;
}

/** What the clustering of one organization depends on. */
export interface ClusteringState {
  rarity: TermRarity;
  clusters: Map<number, ClusterState>;
  nextNumber: number;
}

interface Thresholds {
  /** The similarity from which an issue belongs to a cluster. */
  join: number;
  /** The similarity from which two clusters are one. */
  merge: number;
}

/** From docs/decisions/clusters.md: measured on the labelled messages in bench/. */
const THRESHOLDS: Thresholds = { join: 0.2, merge: 0.25 };
/** Where one of the two has words alone, as in a language without known concepts, less is shared by chance. */
const THRESHOLDS_OF_WORDS: Thresholds = { join: 0.12, merge: 0.2 };

const thresholdsOf = (one: SparseVector, other: SparseVector): Thresholds =>
  hasConcepts(one) && hasConcepts(other) ? THRESHOLDS : THRESHOLDS_OF_WORDS;

/** A large cluster moves little with one issue more: it is compared each time that it has grown by an eighth. */
const mayHaveGrownTogether = (size: number): boolean => size <= 8 || size % Math.ceil(size / 8) === 0;

/** A sum is cut to the second size when it reaches the first. */
const MAX_SUM_SIZE = 600;
const KEPT_SUM_SIZE = 400;

export interface Placement {
  cluster: number;
  /** The younger clusters that became part of it. */
  merged: number[];
}

/**
 * Places issues one after the other: each goes to the most similar cluster, or begins one. A cluster that has grown may
 * have grown together with an older or younger one; the older number lives on. What is placed depends only on the state
 * and the order, not on how the issues were divided into calls.
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

  /** Gives an issue, which stays where it is, the features that it has by now. */
  renew(number: number, former: SparseVector, features: SparseVector): void {
    const cluster = this.#state.clusters.get(number);
    if (!cluster) return;
    addVector(cluster.sum, former, -1);
    addVector(cluster.sum, features);
    this.#refresh(cluster);
    if (countIssue(this.#state.rarity, features)) this.#weighAll();
  }

  /** Takes an issue out of its cluster, because its text changed. */
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
