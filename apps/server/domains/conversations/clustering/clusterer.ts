import {
  addEmbedding,
  type Embedding,
  type EmbeddingSum,
  meanSimilarity,
  mergeEmbeddings,
} from './embedding-sum.ts';
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
  /** Of those of its issues that have an embedding. */
  embeddings: EmbeddingSum;
}

/** The state of the clustering of one organization. */
export interface ClusteringState {
  rarity: TermRarity;
  clusters: Map<number, ClusterState>;
  nextNumber: number;
  /** The mean similarity of embeddings from which issues belong together. */
  minSimilarity: number;
}

/** The similarity by terms from which an issue belongs to a cluster; see docs/decisions/clusters.md. */
const JOIN_FROM = 0.12;
/** The similarity by terms from which two clusters are merged. */
const MERGE_FROM = 0.2;

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
 * may be merged with another one, and the older number remains. Two sides that both have embeddings are compared by
 * these alone, and by their terms otherwise. The result depends only on the state and the order of the issues, not on
 * their division into calls.
 */
export class Clusterer {
  readonly #state: ClusteringState;
  #neighbours = new Neighbours<number>();

  constructor(state: ClusteringState) {
    this.#state = state;
    this.#weighAll();
  }

  add(features: SparseVector, embedding?: Embedding): Placement {
    const { clusters, rarity } = this.#state;
    const number = this.#findCluster(features, embedding) ?? this.#begin();
    const cluster = clusters.get(number) as ClusterState;
    cluster.size += 1;
    addVector(cluster.sum, features);
    if (embedding) addEmbedding(cluster.embeddings, embedding);
    this.#refresh(cluster);
    const placement = this.#mergeIfGrown(cluster, cluster.size);
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

  /** Adds the embedding of an issue that had none. It stays in its cluster, which may be merged with another one. */
  embed(number: number, embedding: Embedding): Placement {
    const cluster = this.#state.clusters.get(number);
    if (!cluster) return { cluster: number, merged: [] };
    addEmbedding(cluster.embeddings, embedding);
    return this.#mergeIfGrown(cluster, cluster.embeddings.count);
  }

  /** Removes an issue from its cluster, because its text changed. */
  remove(number: number, features: SparseVector, embedding?: Embedding): void {
    const cluster = this.#state.clusters.get(number);
    if (!cluster) return;
    cluster.size -= 1;
    addVector(cluster.sum, features, -1);
    if (embedding) addEmbedding(cluster.embeddings, embedding, -1);
    this.#refresh(cluster);
  }

  #findCluster(features: SparseVector, embedding: Embedding | undefined): number | undefined {
    const own = { count: embedding ? 1 : 0, sum: embedding };
    return (
      this.#findMeant(own) ??
      this.#findByTerms(this.#weigh(features), JOIN_FROM, (key) => !this.#areEmbedded(own, key))
    );
  }

  /** Finds the most similar cluster by embeddings, if it is similar enough. */
  #findMeant(own: EmbeddingSum, except?: number): number | undefined {
    let best: number | undefined;
    let most = this.#state.minSimilarity;
    if (own.sum)
      for (const { number, embeddings } of this.#state.clusters.values()) {
        const similarity = number === except ? undefined : meanSimilarity(own, embeddings);
        if (similarity !== undefined && similarity >= most) [best, most] = [number, similarity];
      }
    return best;
  }

  #findByTerms(
    vector: SparseVector,
    from: number,
    isCandidate: (key: number) => boolean,
  ): number | undefined {
    const nearest = this.#neighbours.findNearest(vector, isCandidate);
    return nearest && nearest.similarity >= from ? nearest.key : undefined;
  }

  #areEmbedded({ sum }: EmbeddingSum, key: number): boolean {
    return sum !== undefined && this.#state.clusters.get(key)?.embeddings.sum !== undefined;
  }

  #begin(): number {
    const number = this.#state.nextNumber;
    this.#state.nextNumber += 1;
    this.#state.clusters.set(number, {
      number,
      size: 0,
      sum: new Map(),
      embeddings: { count: 0, sum: undefined },
    });
    return number;
  }

  #mergeIfGrown(grown: ClusterState, size: number): Placement {
    if (!mayHaveGrownTogether(size)) return { cluster: grown.number, merged: [] };
    const { clusters } = this.#state;
    const merged: number[] = [];
    let cluster = grown;
    while (cluster.size > 1 || cluster.embeddings.sum) {
      const own = cluster.number;
      const { embeddings } = cluster;
      const nearest =
        this.#findMeant(embeddings, own) ??
        this.#findByTerms(
          this.#neighbours.get(own) as SparseVector,
          MERGE_FROM,
          (key) => key !== own && !this.#areEmbedded(embeddings, key),
        );
      if (nearest === undefined) break;
      const other = clusters.get(nearest) as ClusterState;
      const [older, younger] = other.number < own ? [other, cluster] : [cluster, other];
      older.size += younger.size;
      addVector(older.sum, younger.sum);
      mergeEmbeddings(older.embeddings, younger.embeddings);
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
